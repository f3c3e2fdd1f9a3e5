"""Lanes that want different things: every path is carried out for all of them."""

import jax
import jax.numpy as jnp

from manylanes.records import Case, f32

# Beyond the caches, and enough arithmetic in one path that memory is not what takes the time.
_NUMBERS, _STEPS = 2**21, 16


def _paths(count: int) -> Case:
    """Each number wants one of `count` paths; which one, its neighbours do not know."""

    def path(index: int, x: jax.Array, y: jax.Array) -> jax.Array:
        for _step in range(_STEPS):
            x = x * (0.5 + index / 64) + y  # another factor for each path, or they would be one
        return x

    def program(x: jax.Array, y: jax.Array) -> jax.Array:
        result = path(0, x, y)
        for index in range(1, count):
            result = jnp.where(y < 1 - 2 * index / count, path(index, x, y), result)
        return result

    return Case(
        "paths",
        {"count": count},
        program,
        (f32(_NUMBERS), f32(_NUMBERS)),
        work=_NUMBERS * (2 * _STEPS * count + 2 * (count - 1)),
        bytes=4 * 3 * _NUMBERS,
    )


CASES = tuple(_paths(count) for count in (1, 2, 4, 8))
