"""Open sizes: exact polynomials, and a sentence where there is none."""

from typing import Any

import jax
import jax.numpy as jnp
import pytest
from jax import lax

from manylanes import cost
from manylanes._cost.formula import Formula
from manylanes._cost.sizes.symbolic import SymbolicError

FORMULAS = {
    "matmul": (lambda x, y: x @ y, ("f32[m, k]", "f32[k, n]"), {
        "work": "2*k*m*n", "span": "ceil(log2(k)) + 1",
        "bytes": "4*k*m + 4*k*n + 4*m*n", "largest": "4*m*n"}),
    "chain, left first": (lambda a, b, v: (a @ b) @ v, ("f32[n, n]", "f32[n, n]", "f32[n]"), {
        "work": "2*n^3 + 2*n^2", "bytes": "16*n^2 + 8*n"}),
    "chain, right first": (lambda a, b, v: a @ (b @ v), ("f32[n, n]", "f32[n, n]", "f32[n]"), {
        "work": "4*n^2", "bytes": "8*n^2 + 16*n", "largest": "4*n"}),
    "attention": (lambda q, k, v: jax.nn.softmax(q @ k.T) @ v, ("f32[s, d]",) * 3, {
        "work": "4*d*s^2 + 5*s^2 + s", "span": "ceil(log2(d)) + 3*ceil(log2(s)) + 6"}),
    "sort": (jnp.sort, ("f32[n]",), {
        "work": "n*ceil(log2(n))", "span": "ceil(log2(n))^2/2 + ceil(log2(n))/2"}),
    "scan": (lambda x: lax.scan(lambda c, a: (c + a, None), 0.0, x)[0], ("f32[n]",), {
        "work": "n", "span": "n", "bytes": "4*n + 4"}),
    "power of a matrix": (
        lambda x: lax.fori_loop(0, x.shape[0], lambda i, c: c @ x, x), ("f32[n, n]",), {
            "work": "2*n^4", "span": "n*ceil(log2(n)) + n", "bytes": "12*n^3"}),
    "triangle": (lambda x: lax.fori_loop(0, x.shape[0], lambda i, c: lax.fori_loop(
        0, i, lambda j, d: d * 2, c), 1.0), ("f32[n]",), {"work": "n^2/2 - n/2"}),
    "pairs": (lambda x: x.reshape(-1, 2).sum(1), ("f32[2*n]",), {"work": "2*n", "bytes": "12*n"}),
    "nothing open in the result": (lambda x: 3 * x[0], ("f32[n]",), {"work": "1", "bytes": "8"}),
}  # fmt: skip


@pytest.mark.parametrize("name", FORMULAS)
def test_formula(name: str) -> None:
    fn, specs, want = FORMULAS[name]
    found = cost(fn, *specs)
    assert {field: str(getattr(found, field)) for field in want} == want


def test_what_one_device_sends_is_left_out_where_there_is_one() -> None:
    assert "hops" not in str(cost(jnp.sin, "f32[n]")).split()


def test_formulas_and_numbers_agree_everywhere() -> None:
    def fn(x: Any, y: Any) -> Any:
        return jax.nn.softmax(x @ y, axis=-1)

    found = cost(fn, "f32[m, k]", "f32[k, n]")
    for m, k, n in ((1, 1, 1), (1, 5, 2), (33, 2, 64), (512, 1024, 3)):
        assert found.at(m=m, k=k, n=n) == cost(fn, f"f32[{m}, {k}]", f"f32[{k}, {n}]")
        assert found.work(m=m, k=k, n=n) == 2 * m * k * n + 5 * m * n + m


def test_where_there_is_no_polynomial_it_says_so_and_still_counts() -> None:
    halves = cost(lambda x: x[: x.shape[0] // 2] * 2, "f32[n]")
    assert str(halves.work) == "no polynomial in n and ceil(log2(n)): call it with sizes"
    assert halves.work(n=7) == 3
    assert halves.at(n=9).work == 4


def test_a_kink_below_the_sizes_sampled_is_found() -> None:
    def fn(x: Any) -> Any:
        return x * 2 if x.shape[0] > 5 else x * 2 + 1

    assert str(cost(fn, "f32[n]").work).startswith(
        "no one polynomial: at n=2 it is 4, where the polynomial through the sizes 9 to 64 gives 2"
    )


def test_the_largest_of_two_arrays_is_no_polynomial() -> None:
    found = cost(lambda a, b, v: a @ (b @ v), "f32[m, k]", "f32[k, n]", "f32[n]")
    assert not isinstance(found.largest, Formula)
    assert found.largest(m=3, k=5, n=2) == 4 * 5


def test_a_size_that_is_far_larger_than_the_others_is_tried() -> None:
    def fn(x: Any, e: Any, w: Any) -> Any:
        return (x[:, :, None] * e).sum((1, 2))[:, None] * w

    largest = cost(fn, "f32[t, d]", "f32[d, e]", "f32[f]").largest
    assert not isinstance(largest, Formula)
    assert str(largest).startswith("no one polynomial: at t=2, d=2, e=2, f=100 it is 800")
    assert largest(t=7, d=5, e=3, f=16) == 4 * 7 * 16


def test_a_program_that_does_not_fit_every_size() -> None:
    with pytest.raises(SymbolicError, match=r"does not work at n=\d+: .*such as \"f32\[8\*m, k\]"):
        cost(lambda x: x.reshape(-1, 2), "f32[n]")


def test_unknown_parts_stay_unknown() -> None:
    found = cost(lambda x: jax.pure_callback(lambda a: a, x, x) + 1, "f32[n]")
    assert not found.exact
    assert str(found.work) == "n"


def test_the_table_of_an_open_cost() -> None:
    row, last = str(cost(lambda x, y: x @ y, "f32[m, k]", "f32[k, n]")).splitlines()[-2:]
    words = "dot_general 1 2*k*m*n 4*k*m + 4*k*n + 4*m*n 2 * b * m * k * n"
    assert " ".join(row.split()) == words
    assert last == "formulas tested at sizes from 1 to 65,536; beyond, a call counts anew"


def test_intensity_of_open_sizes() -> None:
    found = cost(lambda x, y: x @ y, "f32[n, n]", "f32[n, n]").intensity
    assert str(found) == "(2*n^3) / (12*n^2)"
    assert found(n=6) == 1
