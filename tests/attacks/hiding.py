"""Program transformations that may hide work from the counter.

One step computes two products and a difference for each element, and a result depends on all steps.
A transformation in PLACES replaces a step with another one with the same values, and an iteration
method in WAYS repeats it. The transformations use the groups of the price table that take a
function, and free operations.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

SIZE = 64
OPS = 3  # operations per step and element
MARK = np.float32(-1)  # differs from all data, which is positive
Array = Any
Step = Callable[[Array], Array]
Way = Callable[[Step, int], Step]


def step(x: Array) -> Array:
    """Apply the logistic map, whose values stay between 0 and 1."""
    return (3.25 - 3.25 * x) * x


def data_zero(x: Array) -> Array:
    """Return 0, which is known only at run time."""
    return (x.reshape(-1)[0] * 0).astype(jnp.int32)


def goes_on(f: Step) -> Callable[[Array, Array], Array]:
    """Return a function that starts at a nonnegative element and applies one step for each mark
    after it.
    """
    return lambda so_far, entry: jnp.where(entry >= 0, entry, f(so_far))


def reduced(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        return lax.reduce(entries, MARK, goes_on(f), (0,))

    return place


def window(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        sides = [(1, 0), *((0, 0),) * x.ndim]
        ones = (1,) * x.ndim
        return lax.reduce_window(entries, MARK, goes_on(f), (2, *ones), (1, *ones), sides)[1]

    return place


def scattered(f: Step) -> Step:
    """Apply the function through `.at[].apply`, which JAX implements as a scatter."""
    return lambda x: x.reshape(1, -1).at[0].apply(f).reshape(x.shape)


# A program with one of these transformations has no cost.
UNCOUNTED = ("reduced", "window", "scattered")
PLACES: dict[str, Callable[[Step], Step]] = {
    "plain": lambda f: f,
    "called": jax.jit,
    "many": lambda f: lambda x: jax.vmap(f)(x.reshape(x.size, 1)).reshape(x.shape),
    "mapped": lambda f: lambda x: lax.map(f, x),
    "row by row": lambda f: lambda x: lax.scan(lambda c, row: (c, f(row)), 0, x)[1],
    "reduced": reduced,
    "window": window,
    "scattered": scattered,
    "if data": lambda f: lambda x: lax.cond(data_zero(x) == 0, f, lambda y: y, x),
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


WAYS: dict[str, Way] = {
    "unrolled": _unrolled,
    "loop": lambda f, n: lambda x: lax.fori_loop(0, n, lambda _, y: f(y), x),
    "down": lambda f, n: _while(f, n, 3),
    "to a bound of data": lambda f, n: lambda x: lax.fori_loop(
        0, n + data_zero(x), lambda _, y: f(y), x),
    "scan": lambda f, n: lambda x: lax.scan(lambda y, _: (f(y), None), x, None, length=n)[0],
}  # fmt: skip
