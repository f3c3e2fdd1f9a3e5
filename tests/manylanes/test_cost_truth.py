"""Test that exact amounts are right, and that all others are marked as bounds."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import lax
from jax._src.lax import windowed_reductions as windows

from manylanes import Bound, Cost, SpecError, cost
from manylanes._specs import TYPES

N = 8


def exact_work(counted: Cost) -> int:
    assert counted.exact, (counted.unknown, counted.assumed)
    return int(counted.work)


@pytest.mark.parametrize("dtype", ["f64", "i64", "u64", "c128"])
def test_type_that_jax_would_narrow_raises_an_error(dtype: str) -> None:
    words = r"JAX is set to 32 bits and would convert \w+(64|128) to \w+: pass that type, or enable"
    with pytest.raises(SpecError, match=words):
        cost(lambda x: x + 1, f"{dtype}[100]")
    with jax.enable_x64(True):
        size = {"c128": 16}.get(dtype, 8)
        assert cost(lambda x: x + 1, f"{dtype}[100]").bytes == 2 * 100 * size


def test_narrowed_array_is_reported() -> None:
    cut = cost(lambda x: x + 1, np.ones(100))
    assert cut.bytes == 2 * 100 * 4
    assert "counted: 64-bit NumPy arrays as 32-bit" in str(cut)
    assert cost(lambda x: x + 1, np.ones(100, np.float32)).assumed == ()
    with jax.enable_x64(True):
        assert cost(lambda x: x + 1, np.ones(100)).assumed == ()


def data(x: Any) -> Any:
    return lax.cond(x[0, 0] < 1, jnp.sin, lambda x: x @ x, x)


def endless(x: Any) -> Any:
    return lax.while_loop(lambda c: c.sum() < 1, lambda c: c * 2, x)


def test_each_amount_has_a_bound() -> None:
    square = f"f32[{N}, {N}]"
    counted = cost(data, square)
    assert counted.work == 2 * N**3 + 2  # the comparison and the select
    assert {counted.bounds[name] for name in ("work", "span")} == {Bound.MOST}
    assert (counted.bounds["bytes"], counted.bounds["largest"]) == (Bound.EXACT, Bound.EXACT)
    assert "at most 1,026" in str(counted)
    assert "counted: the most expensive side of a branch that depends on data" in str(counted)
    rows = {row.op: row for row in counted.by_op}
    assert rows["dot_general"].bounds["work"] is Bound.MOST
    assert rows["compare"].bounds["work"] is Bound.EXACT
    assert "≤ 1,024" in str(counted)
    counted = cost(endless, square)
    assert {counted.bounds[name] for name in ("work", "span", "bytes")} == {Bound.LEAST}
    assert "at least 0" in str(counted)
    counted = cost(lambda x: endless(data(x)), square)
    assert counted.bounds["work"] is Bound.NEITHER
    assert "about 1,026" in str(counted)
    assert not counted.exact
    assert cost(lambda x: x @ x, square).exact


def collatz(n: Any) -> Any:
    return jnp.where(n & 1 == 1, 3 * n + 1, n >> 1)


def test_integer_work_that_leads_to_an_address_counts() -> None:
    def fn(x: Any, n: Any) -> Any:
        return x[lax.fori_loop(0, 100, lambda i, c: collatz(c), n) & 7]

    # and, comparison, product, sum, shift, choice in each round; then the mask, and the lookup
    assert exact_work(cost(fn, "f32[8]", "i32[100]")) == 100 * 6 * 100 + 2 * 100


def test_bitcast_of_data_is_not_a_free_address() -> None:
    def summed(x: Any, table: Any) -> Any:
        bits = lax.bitcast_convert_type(x, jnp.int32)
        return table[sum(bits[i] for i in range(8))]

    def in_bytes(i: Any, table: Any) -> Any:
        four = lax.bitcast_convert_type(i.astype(jnp.uint8).reshape(-1, 4), jnp.uint32)
        sums = lax.bitcast_convert_type(four * np.uint32(0x01010101), jnp.uint8)
        return table.at[sums[:, 3]].get(mode="promise_in_bounds")

    assert exact_work(cost(summed, "f32[8]", "f32[40]")) == 7 + 1  # the additions and the lookup
    # Conversions to bytes, products that each compute four sums, and lookups. The conversion of the
    # sums to bytes is free, because it is part of an address.
    assert exact_work(cost(in_bytes, "i32[40]", "f32[256]")) == 40 + 10 + 10


def test_looked_up_address_may_be_wrapped_again() -> None:
    def chase(entries: Any, place: Any) -> Any:
        for _ in range(3):
            place = lax.dynamic_slice(entries, (place,), (1,))[0]
        return place

    assert exact_work(cost(chase, "i32[40]", "i32[]")) == 3  # lookups, whose addresses are free
    twice = cost(lambda x, i: x[jnp.where(i < 0, i + 3, i)], "f32[40]", "i32[5]")
    assert exact_work(twice) == 5 * (2 + 1)  # the second comparison and choice, and the lookup


def many(x: Any, n: Any) -> Any:
    return lax.fori_loop(0, n, lambda i, c: lax.fori_loop(0, 3, lambda j, d: d * 2, c), x)


def test_given_rounds_must_agree_with_the_program() -> None:
    assert cost(many, "f32[4]", "i32[]", rounds={0: 5}).work == 5 * 3 * 4
    assert cost(many, "f32[4]", "i32[]", total_rounds={0: 5, 1: 15}).work == 5 * 3 * 4
    loop = jax.jit(lambda x: lax.fori_loop(0, 3, lambda i, c: c * 2, x))
    assert cost(loop, "f32[4]", rounds={0: 3}) == cost(loop, "f32[4]")
    with pytest.raises(
        ValueError, match=r"loop 0 \(test_.*\d\) runs 3 iterations according to the program, but"
    ):
        cost(loop, "f32[4]", rounds={0: 4})
    with pytest.raises(ValueError, match="it has no loop"):
        cost(jnp.sin, "f32[4]", rounds={0: 4})


def repeated(x: Any) -> Any:
    """Nest two loops whose trip counts depend on values."""

    def inner(x: Any) -> Any:
        return lax.while_loop(lambda c: c.sum() < 9, lambda c: c * 2, x)

    return lax.while_loop(lambda c: c.max() < 9, lambda c: inner(c) + 1, x)


def test_rounds_are_for_each_execution_of_a_loop() -> None:
    each = cost(repeated, "f32[4]", rounds={0: 100, 1: 6})
    assert each.exact
    assert each.rounds == {0: 100, 1: 600}
    in_one_run = cost(repeated, "f32[4]", total_rounds={0: 100, 1: 600})
    assert (in_one_run.work, in_one_run.bytes) == (each.work, each.bytes)
    with pytest.raises(ValueError, match=r"loop 1 .* is in `rounds` and in `total_rounds`"):
        cost(repeated, "f32[4]", rounds={0: 100, 1: 6}, total_rounds={1: 600})
    once = jax.jit(lambda x: lax.fori_loop(0, 1, lambda i, c: c * 2, x))  # is opened
    for known in ({"rounds": {0: 4}}, {"total_rounds": {0: 4}}):
        with pytest.raises(ValueError, match="runs 1 iterations according to the program"):
            cost(once, "f32[4]", **known)


# Work hidden in called functions.


def hidden(x: Any) -> Any:
    for _ in range(5):
        x = jnp.sin(x) * x
    return x


def test_comparator_costs_what_its_ops_cost() -> None:
    text = jax.jit(lax.sort).lower(jax.ShapeDtypeStruct((8,), jnp.float32)).as_text()
    assert exact_work(cost(text)) == 8 * 3
    line = next(each for each in text.splitlines() if "TOTALORDER" in each)
    left, right = (line.split("LT, ")[1].split(",")[i].strip() for i in (0, 1))
    more = line.replace(left, "%l").replace(right, "%r")
    sines = f"%l = stablehlo.sine {left} : tensor<f32>\n%r = stablehlo.sine {right} : tensor<f32>\n"
    assert exact_work(cost(text.replace(line, sines + more))) == 8 * 3 * 11


def test_ops_in_a_window_of_one_count() -> None:
    def scatter(x: Any) -> Any:
        return windows._select_and_scatter(
            jnp.zeros_like(x), lax.ge, (1,), (1,), ((0, 0),), x, np.float32(0),
            lambda acc, src: hidden(src),
        )  # fmt: skip

    assert exact_work(cost(scatter, "f32[8]")) == 8 * (1 + 10)


def test_long_comparing_reducer_counts_its_ops() -> None:
    def reducer(a: Any, b: Any) -> Any:
        for _ in range(100):
            a, b = jnp.where(a > b, a, b), jnp.where(a > b, b, a)
        return jnp.where(a > b, a, b)

    reduced = cost(lambda x: lax.reduce(x, np.float32(0), reducer, (0,)), "f32[8]")
    assert exact_work(reduced) > 8 * 200


def test_gathers_at_different_addresses_are_not_merged() -> None:
    def lines(x: Any, count: int) -> Any:
        numbers = [lax.GatherDimensionNumbers((1 - axis,), (axis,), (axis,)) for axis in (0, 1)]
        sizes = ((1, 8), (8, 1))
        index = jnp.zeros((3, 1), jnp.int32)
        return [hidden(lax.gather(x, index, numbers[axis], sizes[axis])) for axis in range(count)]

    one, two = (exact_work(cost(lambda x, n=n: lines(x, n), "f32[8, 8]")) for n in (1, 2))
    assert two == 2 * one


def test_sums_of_different_products_each_read_the_matrix() -> None:
    def serve(count: int) -> Any:
        return lambda w, c: [(w * c[i]).sum(1) for i in range(count)]

    specs = ("f32[64, 64]", "f32[32, 64]")
    assert cost(serve(32), *specs).bytes == 32 * cost(serve(1), *specs).bytes
    of_a_chain = cost(lambda w, c: [(w * one).sum(1) for one in -c[:8]], *specs)
    assert of_a_chain.bytes > 8 * 64 * 64 * 4
    both = cost(lambda x: (x.sum(1), x.max(1), x * 2), "f32[64, 64]")
    assert both.bytes == 4 * (2 * 64 * 64 + 2 * 64)


FEW_BITS = ["i4", "u4", "i2", "u2", "f4e2m1fn", "f8e4m3fn", "bool"]


@pytest.mark.parametrize("dtype", FEW_BITS)
def test_small_types_take_the_bytes_of_the_compiler(dtype: str) -> None:
    given = jax.ShapeDtypeStruct((3, 3), TYPES[dtype])
    planned = jax.jit(jnp.ravel).lower(given).compile().memory_analysis()
    assert planned is not None
    size = planned.argument_size_in_bytes
    counted = cost(lambda x: x[::-1], f"{dtype}[3, 3]")
    assert (counted.bytes, counted.largest, counted.peak) == (2 * size, size, 2 * size)
    assert [array.bytes for array in counted.live_arrays] == [size, size]


def in_memory(x: Any) -> Any:
    """Choose between sides with equal work and bytes, one with a higher peak."""

    def fourth(x: Any) -> Any:
        return (x @ x) @ (x @ x)

    return lax.cond(x[0, 0] > 0, lambda x: fourth(x) @ (x @ x), lambda x: fourth(x) @ x, x)


def test_inexact_amount_has_a_reason() -> None:
    counted = cost(in_memory, "f32[4, 4]")
    assert [name for name in counted.bounds if counted.bounds[name] is not Bound.EXACT] == ["peak"]
    assert any("memory" in reason for reason in counted.assumed)
    assert "counted: the memory of the larger side of a branch" in str(counted)


def test_mean_trip_count_is_a_reason() -> None:
    def body(i: Any, x: Any) -> Any:
        return lax.cond(i < 2, _grown, lambda x: x * 2, x)

    counted = cost(lambda x: lax.fori_loop(0, 3, body, x), "f32[4]", total_rounds={1: 5})
    assert not counted.exact
    assert [reason for reason in counted.assumed if "on average" in reason]


def _grown(x: Any) -> Any:
    return lax.while_loop(lambda c: c.sum() < 9, lambda c: c + 1, x)


def test_window_over_two_arrays_counts_all_taps() -> None:
    """The holes of one dilated operand may contain elements of the other."""
    zero = np.float32(0)

    def sums(x: Any, y: Any) -> Any:
        spread = lax.pad(x, zero, [(0, 0, 3)])
        return lax.reduce_window((spread, y), (zero, zero), both, (4,), (1,), "VALID")

    def both(a: Any, b: Any) -> Any:
        return a[0] + b[0], a[1] + b[1]

    assert cost(sums, "f32[5]", "f32[17]").work == 2 * 4 * 14


def test_data_dependent_branch_shows_the_most_products() -> None:
    """The side with less work may contain more products."""

    def product(x: Any) -> Any:
        return x @ x @ x

    def sines(x: Any) -> Any:
        return lax.fori_loop(0, 99, lambda i, y: jnp.sin(y), x)

    counted = cost(lambda x: lax.cond(x[0, 0] > 0, product, sines, x), "f32[4, 4]")
    (row,) = (row for row in counted.by_op if row.op == "dot_general")
    assert row.count == 2
    assert row.bounds["count"] is Bound.MOST
    assert row.bounds["work"] is Bound.LEAST
    assert counted.bounds["work"] is Bound.MOST


@pytest.mark.parametrize("square", [jnp.square, lambda z: z * z, lambda z: z**2])
def test_every_complex_square_counts_as_a_product(square: Any) -> None:
    assert cost(square, "c64[10]").work == 6 * 10
    assert cost(square, "f32[10]").work == 10
