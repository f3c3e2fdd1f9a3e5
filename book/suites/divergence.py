"""Branch divergence: if lanes take different paths, all lanes execute all paths."""

import jax
import jax.numpy as jnp

from manylanes.records import Case, f32

# The arrays are larger than the L2 cache of a CPU core, but each path has enough steps to be
# compute-bound.
_ELEMENTS, _STEPS = 2**21, 16


def _paths(count: int) -> Case:
    """Return a case in which a random input selects one of `count` paths for each element."""

    def path(index: int, x: jax.Array, y: jax.Array) -> jax.Array:
        for _step in range(_STEPS):
            # Each path has a different factor, since the compiler merges equal paths.
            x = x * (0.5 + index / 64) + y
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
