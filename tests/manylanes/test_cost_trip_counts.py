"""Test trip counts that the program text determines, and the limits of the analysis."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jax import lax

from manylanes import Bound, cost


def rounds(first: int, bound: int, by: int, test: Callable[[int, int], bool]) -> int | None:
    """Run the loop in plain Python and return its trip count, or None if it does not end."""
    done = 0
    while test(first, bound):
        first, done = first + by, done + 1
        if done > 500:
            return None
    return done


TESTS = {
    "less": lambda a, b: a < b,
    "at most": lambda a, b: a <= b,
    "more": lambda a, b: a > b,
    "at least": lambda a, b: a >= b,
    "other": lambda a, b: a != b,
}
FLIPPED = {"less": lax.gt, "at most": lax.ge, "more": lax.lt, "at least": lax.le, "other": lax.ne}


@settings(max_examples=80, deadline=None)
@given(
    *(st.integers(-20, 20), st.integers(-20, 20), st.integers(-5, 5)),
    *(st.sampled_from(sorted(TESTS)), st.booleans(), st.booleans()),
)
def test_trip_counts_agree_with_plain_python(
    first: int, bound: int, by: int, test: str, flip: bool, carried: bool
) -> None:
    expected = rounds(first, bound, by, TESTS[test])
    if expected is None:
        return

    def continues(c: Any) -> Any:
        end = c[1] if carried else jnp.int32(bound)
        return FLIPPED[test](end, c[0]) if flip else TESTS[test](c[0], end)

    def fn(x: Any) -> Any:
        start = (jnp.int32(first), jnp.int32(bound), x)
        return lax.while_loop(continues, lambda c: (c[0] + by, c[1], c[2] * 2), start)[2]

    counted = cost(fn, "f32[]")
    assert counted.exact, counted.unknown
    assert counted.work == expected


def test_limit_of_the_analysis_is_reported() -> None:
    def triangle(x: Any) -> Any:
        return lax.fori_loop(0, 5000, lambda i, c: lax.fori_loop(0, i, lambda j, d: d * 2, c), x)

    counted = cost(triangle, "f32[]")
    assert not counted.exact
    words = "a loop has 5,000 iterations that differ, which is more than cost walks one by one"
    assert any(words in each for each in counted.unknown)


def test_branches_of_equal_cost_need_no_walk() -> None:
    def rarely_sine(x: Any) -> Any:
        return lax.fori_loop(0, 5000, lambda i, c: lax.cond(i == 7, jnp.sin, jnp.tanh, c * 2), x)

    assert cost(rarely_sine, "f32[]").exact


def previous_counter(x: Any, w: Any) -> Any:
    """Use the last value of a counter, beside a branch on data, as the next trip count."""

    def body(c: Any) -> Any:
        i, *_, x = c
        return i + 1, i, i, lax.cond(x[0, 0] > 0, lambda x: x @ w, lambda x: w @ x, x)

    start = (jnp.int32(0), jnp.int32(3), jnp.int32(1), x)
    _, _, last, x = lax.while_loop(lambda c: c[0] < 4, body, start)
    return lax.fori_loop(0, last, lambda i, x: x @ w, x)


def unknown_loops(x: Any, w: Any) -> Any:
    """Run a product, and a loop in a loop, both with a trip count that depends on data."""
    most = x[0, 0].astype(int)

    def row(i: Any, x: Any) -> Any:
        return lax.fori_loop(0, most, lambda j, x: x @ w, x)

    return lax.fori_loop(0, most, row, x @ w)


@pytest.mark.parametrize(
    ("nest", "products", "bound"),
    [(previous_counter, 7, Bound.EXACT), (unknown_loops, 1, Bound.LEAST)],
)
def test_products_in_nested_loops_are_counted_or_bounded(
    nest: Callable[..., Any], products: int, bound: Bound
) -> None:
    row = cost(nest, "f32[2, 2]", "f32[2, 2]").by_op[0]
    assert (row.op, row.work, row.bounds["work"]) == ("dot_general", products * 16, bound)
