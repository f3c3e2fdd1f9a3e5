"""Four implementations of the min-plus product: cheapest journeys with one stop between towns.

A matrix product, which has the same loops, is measured for comparison.
"""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, CountedCase, f32

_TOWNS = 256
# On a GPU, each loop iteration takes several launches: a call with `_TOWNS**3` iterations had not
# finished after eight minutes on an H200.
_MOST_LAUNCHED = 2**20


def _infinite_prices(n: int) -> jax.Array:
    """Return a table of infinite prices, the initial values of the minima."""
    return jnp.full((n, n), jnp.inf)


def _scalar_loop(a: jax.Array, b: jax.Array) -> jax.Array:
    """Compute the cheapest journeys: one iteration for each journey."""
    n = len(a)

    def journey(index: jax.Array, best: jax.Array) -> jax.Array:
        i, j, k = index // n**2, index // n % n, index % n
        return best.at[i, j].min(a[i, k] + b[k, j])

    best: jax.Array = lax.fori_loop(0, n**3, journey, _infinite_prices(n))
    return best


def _row_loop(a: jax.Array, b: jax.Array) -> jax.Array:
    """Compute the cheapest journeys: one iteration for each pair of a first town and a stop."""
    n = len(a)

    def row(index: jax.Array, best: jax.Array) -> jax.Array:
        i, k = index // n, index % n
        return best.at[i].min(a[i, k] + b[k])

    best: jax.Array = lax.fori_loop(0, n**2, row, _infinite_prices(n))
    return best


def _matrix_loop(a: jax.Array, b: jax.Array) -> jax.Array:
    """Compute the cheapest journeys: one iteration, with a whole matrix, for each stop."""

    def through_stop(k: jax.Array, best: jax.Array) -> jax.Array:
        return jnp.minimum(best, a[:, k, None] + b[k])

    best: jax.Array = lax.fori_loop(0, len(a), through_stop, _infinite_prices(len(a)))
    return best


def _broadcast(a: jax.Array, b: jax.Array) -> jax.Array:
    """Compute the cheapest journeys without a loop."""
    return jnp.min(a[:, :, None] + b, axis=1)


def _matmul(a: jax.Array, b: jax.Array) -> jax.Array:
    """Compute the library's matrix product: the same three loops with `+` and `*`."""
    return a @ b


def _min_plus(
    method: str, program: Callable[[jax.Array, jax.Array], jax.Array], steps: int
) -> Case:
    """Return a case for one implementation.

    `steps` is its number of loop iterations, or 1 without a loop.
    """
    inputs = f32(_TOWNS, _TOWNS), f32(_TOWNS, _TOWNS)
    # `cost` counts the work, because the implementations compute different addresses, which is also
    # work. The chain has `steps` operations: each loop iteration waits for the previous iteration.
    params: dict[str, int | str] = {"method": method, "n": _TOWNS, "steps": steps}
    kinds = ("cpu",) if steps > _MOST_LAUNCHED else ()
    return CountedCase("min_plus", params, program, inputs, chain=steps, device_kinds=kinds)


CASES = (
    _min_plus("scalar loop", _scalar_loop, _TOWNS**3),
    _min_plus("row loop", _row_loop, _TOWNS**2),
    _min_plus("matrix loop", _matrix_loop, _TOWNS),
    _min_plus("broadcast", _broadcast, 1),
    _min_plus("matmul", _matmul, 1),
)
