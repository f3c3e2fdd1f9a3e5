"""Branch divergence: lanes that take different paths execute all paths."""

import jax
import jax.numpy as jnp

from manylanes.records import Case, f32

# Larger than the caches, with enough arithmetic in each path to be compute-bound.
_ELEMENTS, _STEPS = 2**21, 16


def _paths(count: int) -> Case:
    """Let each element choose one of `count` paths independently of its neighbours."""

    def path(index: int, x: jax.Array, y: jax.Array) -> jax.Array:
        for _step in range(_STEPS):
            x = (
                x * (0.5 + index / 64) + y
            )  # a different factor for each path, or the compiler would merge them
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
        (f32(_ELEMENTS), f32(_ELEMENTS)),
        work=_ELEMENTS * (2 * _STEPS * count + 2 * (count - 1)),
        bytes=4 * 3 * _ELEMENTS,
    )


CASES = tuple(_paths(count) for count in (1, 2, 4, 8))
