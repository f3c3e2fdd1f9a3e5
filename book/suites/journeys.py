"""One problem, five ways: the cheapest journey between any two towns with one stop on the way."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jax import lax

from manylanes.records import Case, CountedCase, f32

_TOWNS = 256
# On a GPU each turn of a loop is some launches: of `_TOWNS**3` turns one call was not back after
# eight minutes of an H200.
_MOST_LAUNCHED = 2**20


def _free(n: int) -> jax.Array:
    """Dearer than any journey."""
    return jnp.full((n, n), jnp.inf)


def _one(a: jax.Array, b: jax.Array) -> jax.Array:
    """One journey after another."""
    n = len(a)

    def journey(at: jax.Array, best: jax.Array) -> jax.Array:
        i, j, k = at // n**2, at // n % n, at % n
        return best.at[i, j].min(a[i, k] + b[k, j])

    best: jax.Array = lax.fori_loop(0, n**3, journey, _free(n))
    return best


def _row(a: jax.Array, b: jax.Array) -> jax.Array:
    """From one town by one stop, to all towns side by side."""
    n = len(a)

    def row(at: jax.Array, best: jax.Array) -> jax.Array:
        i, k = at // n, at % n
        return best.at[i].min(a[i, k] + b[k])

    best: jax.Array = lax.fori_loop(0, n**2, row, _free(n))
    return best


def _sheet(a: jax.Array, b: jax.Array) -> jax.Array:
    """By one stop, between all towns side by side."""

    def sheet(k: jax.Array, best: jax.Array) -> jax.Array:
        return jnp.minimum(best, a[:, k, None] + b[k])

    best: jax.Array = lax.fori_loop(0, len(a), sheet, _free(len(a)))
    return best


def _cube(a: jax.Array, b: jax.Array) -> jax.Array:
    """All side by side."""
    return jnp.min(a[:, :, None] + b, axis=1)


def _product(a: jax.Array, b: jax.Array) -> jax.Array:
    """The same three loops with `+` and `*`: the one that a library has."""
    return a @ b


def _journeys(way: str, program: Callable[[jax.Array, jax.Array], jax.Array], steps: int) -> Case:
    """`steps`: how often its loop goes round."""
    inputs = f32(_TOWNS, _TOWNS), f32(_TOWNS, _TOWNS)
    # As counted: where a number lies is work too, and each way has other addresses.
    # Each turn of the loop writes over what the turn before has written, and waits for it.
    params: dict[str, int | str] = {"way": way, "n": _TOWNS, "steps": steps}
    kinds = ("cpu",) if steps > _MOST_LAUNCHED else ()
    return CountedCase("journeys", params, program, inputs, chain=steps, device_kinds=kinds)


CASES = (
    _journeys("one by one", _one, _TOWNS**3),
    _journeys("row by row", _row, _TOWNS**2),
    _journeys("sheet by sheet", _sheet, _TOWNS),
    _journeys("all at once", _cube, 1),
    _journeys("plain product", _product, 1),
)
