"""Test properties that hold for any program, on random programs and sizes."""

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from hypothesis import given, settings
from hypothesis import strategies as st
from jax import lax

from manylanes import cost

Step = Callable[[Any], Any]

# Steps from a square matrix to a square matrix of the same size.
STEPS: dict[str, Step] = {
    "exp": jnp.exp,
    "shift": lambda x: 2 * x + 1,
    "square": lambda x: x @ x,
    "flip": lambda x: x.T,
    "centre": lambda x: x - x.mean(0),
    "softmax": lambda x: jax.nn.softmax(x, axis=1),
    "sort": lambda x: jnp.sort(x, axis=1),
    "cumsum": lambda x: lax.cumsum(x, axis=0),
    "mask": lambda x: jnp.where(x > 0, x, -x),
    "set": lambda x: x.at[0].set(x[-1]),
    "loop": lambda x: lax.fori_loop(0, 3, lambda i, c: c + x[i], x),
    "scan": lambda x: lax.scan(lambda c, a: (c + a, c), x[0], x)[1],
}
programs = st.lists(st.sampled_from(sorted(STEPS)), min_size=1, max_size=4)
sizes = st.integers(2, 9)
quick = settings(max_examples=15, deadline=None)


def chain(names: list[str], wrap: Callable[[Step], Step] = lambda step: step) -> Step:
    def fn(x: Any) -> Any:
        for name in names:
            x = wrap(STEPS[name])(x)
        return x

    return fn


def square(n: int) -> str:
    return f"f32[{n}, {n}]"


@quick
@given(programs, sizes)
def test_jit_inside_jit_changes_nothing(names: list[str], n: int) -> None:
    assert cost(chain(names, jax.jit), square(n)) == cost(chain(names), square(n))
    assert cost(jax.jit(jax.jit(chain(names))), square(n)) == cost(chain(names), square(n))


@quick
@given(programs, sizes, st.integers(1, 6))
def test_vmap_multiplies_work_and_not_span(names: list[str], n: int, batch: int) -> None:
    alone, many = (
        cost(chain(names), square(n)),
        cost(jax.vmap(chain(names)), f"f32[{batch}, {n}, {n}]"),
    )
    assert many.work == batch * alone.work
    assert many.span == alone.span


@quick
@given(programs, sizes, st.integers(0, 5))
def test_loop_costs_its_body_in_each_iteration(names: list[str], n: int, rounds: int) -> None:
    body = chain(names)
    one = cost(lambda x: lax.fori_loop(0, 1, lambda i, c: body(c), x), square(n))
    many = cost(lambda x: lax.fori_loop(0, rounds, lambda i, c: body(c), x), square(n))
    assert (many.work, many.span, many.bytes) == (
        rounds * one.work, rounds * one.span, rounds * one.bytes,
    )  # fmt: skip


@quick
@given(programs, programs, sizes)
def test_costs_of_consecutive_programs_add_up(first: list[str], then: list[str], n: int) -> None:
    together = cost(chain(first + then), square(n))
    apart = [cost(chain(names), square(n)) for names in (first, then)]
    assert together.work <= sum(c.work for c in apart)
    assert together.span <= sum(c.span for c in apart)


@quick
@given(programs, sizes)
def test_dead_code_and_common_subexpressions_are_free(names: list[str], n: int) -> None:
    fn = chain(names)
    want = cost(fn, square(n))
    assert cost(lambda x: (jnp.cos(x) @ x, fn(x))[1], square(n)) == want
    twice = cost(lambda x: (fn(x), fn(x)), square(n))
    assert (twice.work, twice.span) == (want.work, want.span)


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
    st.integers(-20, 20),
    st.integers(-20, 20),
    st.integers(-5, 5),
    st.sampled_from(sorted(TESTS)),
    st.booleans(),
    st.booleans(),
)
def test_trip_counts_agree_with_plain_python(
    first: int, bound: int, by: int, test: str, flip: bool, carried: bool
) -> None:
    want = rounds(first, bound, by, TESTS[test])
    if want is None:
        return

    def again(c: Any) -> Any:
        end = c[1] if carried else jnp.int32(bound)
        return FLIPPED[test](end, c[0]) if flip else TESTS[test](c[0], end)

    def fn(x: Any) -> Any:
        start = (jnp.int32(first), jnp.int32(bound), x)
        return lax.while_loop(again, lambda c: (c[0] + by, c[1], c[2] * 2), start)[2]

    found = cost(fn, "f32[]")
    assert found.exact, found.unknown
    assert found.work == want
