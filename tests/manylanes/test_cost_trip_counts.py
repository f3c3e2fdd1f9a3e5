"""Test trip counts that the program text determines, and the limits of the analysis."""

from collections.abc import Callable
from typing import Any

import jax.numpy as jnp
from hypothesis import given, settings
from hypothesis import strategies as st
from jax import lax

from manylanes import cost


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
