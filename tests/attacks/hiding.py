"""Program transformations that may hide work from the counter.

One step computes two products and a difference for each element, and a result depends on all steps.
A transformation in PLACES replaces a step with other operations that return the same values, and a
method in ITERATION_METHODS repeats them. Each group of the price table that takes a function or an
address has a transformation here, and so has each free operation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax._src.lax import windowed_reductions

SIZE = 64
OPS = 3  # operations per step and element
MARK = np.float32(-1)  # differs from all data, which is positive
Array = Any
Step = Callable[[Array], Array]
IterationMethod = Callable[[Step, int], Step]


def step(x: Array) -> Array:
    """Apply the logistic map, whose values stay between 0 and 1."""
    return (3.25 - 3.25 * x) * x


def data_zero(x: Array) -> Array:
    """Return 0, computed from the data so that it is known only at run time."""
    return (x.reshape(-1)[0] * 0).astype(jnp.int32)


def converted(number: int) -> Array:
    """Return the number, converted from a 64-bit integer with a different value."""
    with jax.enable_x64(True):
        wide = lax.optimization_barrier(np.int64(number + 2**32))
        return lax.convert_element_type(wide, np.int32)


def step_at_marks(f: Step) -> Callable[[Array, Array], Array]:
    """Return a function for reductions that starts at a nonnegative element and applies one step
    for each MARK after it.
    """
    return lambda so_far, entry: jnp.where(entry >= 0, entry, f(so_far))


def reduced(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        return lax.reduce(entries, MARK, step_at_marks(f), (0,))

    return place


def reduced_alone(f: Step) -> Step:
    return lambda x: lax.reduce(x[None], np.float32(0), lambda a, b: f(a + b), (0,))


def window(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        sides = [(1, 0), *((0, 0),) * x.ndim]
        ones = (1,) * x.ndim
        return lax.reduce_window(entries, MARK, step_at_marks(f), (2, *ones), (1, *ones), sides)[1]

    return place


def holes(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries, ones = jnp.stack([x, jnp.full_like(x, MARK)]), (1,) * x.ndim
        words = {"base_dilation": (2, *ones)}
        return lax.reduce_window(
            entries, MARK, step_at_marks(f), (2, *ones), (1, *ones), "VALID", **words
        )[0]

    return place


def gradient(f: Step) -> Step:
    def place(x: Array) -> Array:
        ones, sides = (1,) * x.ndim, ((0, 0),) * x.ndim
        least = np.float32(0)
        return windowed_reductions._select_and_scatter(
            jnp.zeros_like(x), lax.ge, ones, ones, sides, x, least, lambda _, source: f(source)
        )

    return place


def scattered(f: Step) -> Step:
    """Apply the function through `.at[].apply`, which JAX implements as a scatter."""
    return lambda x: x.reshape(1, -1).at[0].apply(f).reshape(x.shape)


def behind_a_mean(f: Step) -> Step:
    def place(x: Array) -> Array:
        zero = data_zero(x)

        def outer(turn: Array, carried: Array) -> Array:
            often = jnp.where(turn == 3, 1, 0) + zero
            return lax.fori_loop(
                0, often, lambda _, y: lax.cond(turn == 3, f, lambda z: z, y), carried
            )

        return lax.fori_loop(0, 9, outer, x)

    return place


def looked_at_twice(f: Step) -> Step:
    """Apply the function to two slices of one array."""

    def place(x: Array) -> Array:
        both = jnp.stack([x, x[::-1]])
        first, last = (f(lax.dynamic_slice_in_dim(both, at, 1)[0]) for at in (0, 1))
        return first + 0 * last[::-1]

    return place


def merged_gathers(f: Step) -> Step:
    def place(x: Array) -> Array:
        square = jnp.stack([x.reshape(-1)] * x.size)
        taken = []
        for axis in (0, 1):
            numbers = lax.GatherDimensionNumbers((), (0, 1), (axis,))
            at = jnp.arange(x.size)[:, None]
            taken.append(f(lax.gather(square, at, numbers, (1, 1)).reshape(x.shape)))
        return taken[1] + 0 * taken[0]

    return place


def in_complex(f: Step) -> Step:
    return lambda x: jnp.real(f(lax.complex(x, jnp.zeros_like(x))))


def in_64_bits(f: Step) -> Step:
    def place(x: Array) -> Array:
        with jax.enable_x64(True):
            wide = lax.convert_element_type(x, np.float64)
            return lax.convert_element_type(f(wide), np.float32)

    return place


# A program with one of these transformations has no cost.
UNCOUNTED = ("reduced", "reduced alone", "window", "holes", "window gradient", "scattered")
PLACES: dict[str, Callable[[Step], Step]] = {
    "plain": lambda f: f,
    "called": jax.jit,
    "made again": jax.checkpoint,
    "many": lambda f: lambda x: jax.vmap(f)(x.reshape(x.size, 1)).reshape(x.shape),
    "mapped": lambda f: lambda x: lax.map(f, x),
    "row by row": lambda f: lambda x: lax.scan(lambda c, row: (c, f(row)), 0, x)[1],
    "reduced": reduced,
    "reduced alone": reduced_alone,
    "window": window,
    "holes": holes,
    "window gradient": gradient,
    "scattered": scattered,
    "behind a mean": behind_a_mean,
    "looked at twice": looked_at_twice,
    "merged gathers": merged_gathers,
    "complex": in_complex,
    "64 bits": in_64_bits,
    "if data": lambda f: lambda x: lax.cond(data_zero(x) == 0, f, lambda y: y, x),
    "if constant": lambda f: lambda x: lax.cond(converted(1) == 1, f, lambda y: y, x),
    "one of": lambda f: lambda x: lax.switch(converted(1), [lambda y: y, f], x),
    "once": lambda f: lambda x: lax.fori_loop(0, converted(1), lambda _, y: f(y), x),
    "padded": lambda f: lambda x: f(jnp.pad(x, 1, mode="edge"))[(slice(1, -1),) * x.ndim],
    "barred": lambda f: lambda x: lax.optimization_barrier(f(lax.optimization_barrier(x))),
    "sorted": lambda f: lambda x: lax.sort((jnp.arange(x.size).reshape(x.shape), f(x)))[1],
}  # fmt: skip


def _while(f: Step, rounds: int, by: int) -> Step:
    def go(x: Array) -> Array:
        start = (jnp.int32(by * rounds), x)
        return lax.while_loop(lambda s: s[0] > 0, lambda s: (s[0] - by, f(s[1])), start)[1]

    return go


def _unrolled(f: Step, rounds: int) -> Step:
    def go(x: Array) -> Array:
        for _ in range(rounds):
            x = f(x)
        return x

    return go


ITERATION_METHODS: dict[str, IterationMethod] = {
    "unrolled": _unrolled,
    "loop": lambda f, n: lambda x: lax.fori_loop(0, n, lambda _, y: f(y), x),
    "down": lambda f, n: _while(f, n, 3),
    "to a converted bound": lambda f, n: lambda x: lax.fori_loop(
        0, converted(n), lambda _, y: f(y), x),
    "to a bound of data": lambda f, n: lambda x: lax.fori_loop(
        0, n + data_zero(x), lambda _, y: f(y), x),
    "scan": lambda f, n: lambda x: lax.scan(lambda y, _: (f(y), None), x, None, length=n)[0],
}  # fmt: skip
