"""Methods to look up table elements, which may hide the lookup from the counter.

Each method maps integers below BASE to other integers through a table that no formula can replace.
One round is one lookup for each element, and the result depends on all rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

Array = Any
BASE = 16
TABLE = (np.arange(BASE) ** 3 * 5 + 3 * np.arange(BASE) // 2 + 7) % BASE
Lookup = Callable[[Array], Array]  # maps integer arrays


def each(one: Lookup) -> Lookup:
    """Apply a function to each element, which is then an address or selects a branch."""
    return lambda n: lax.map(one, n)


def begun_by_data(k: Array) -> Array:
    """Start a counter at the element and run one iteration."""
    table = jnp.array(TABLE, jnp.int32)
    start = (jnp.int32(0), k, jnp.int32(0))
    return lax.while_loop(
        lambda c: c[0] < 1, lambda c: (c[0] + 1, c[1] + 1, read_element(table, c[1])), start
    )[2]


def ended_by_data(k: Array) -> Array:
    """Count up to the element."""
    last = lax.while_loop(lambda c: c < k, lambda c: c + 1, jnp.int32(0))
    return read_element(jnp.array(TABLE, jnp.int32), last)


def read_element(table: Array, k: Array) -> Array:
    return lax.dynamic_index_in_dim(table, k, keepdims=False)


def gathered(n: Array) -> Array:
    return jnp.array(TABLE, jnp.int32).at[n].get(mode="promise_in_bounds")


def of_two_axes(n: Array) -> Array:
    table = jnp.broadcast_to(jnp.array(TABLE, jnp.int32)[:, None], (BASE, BASE))
    return table.at[n, n[::-1]].get(mode="promise_in_bounds")


def chosen_rows(n: Array) -> Array:
    """Gather whole rows and use one element of each."""
    rows = jnp.stack([jnp.roll(jnp.array(TABLE, jnp.int32), -by) for by in range(BASE)])
    return rows.at[n].get(mode="promise_in_bounds")[:, 0]


def written_and_read(n: Array) -> Array:
    """Set a mark for each element and multiply the marks by the table."""
    at = jnp.arange(n.size)
    marks = jnp.zeros((n.size, BASE), jnp.int32).at[at, n].set(1, mode="promise_in_bounds")
    return marks @ jnp.array(TABLE, jnp.int32)


def written_at_an_offset(n: Array) -> Array:
    """Write the table at an offset that depends on the element, and read a fixed position."""

    def one(k: Array) -> Array:
        board = jnp.zeros(2 * BASE, jnp.int32)
        board = lax.dynamic_update_slice(board, jnp.array(TABLE, jnp.int32), (BASE - k,))
        return board[BASE]

    return lax.map(one, n)


LOOKUPS: dict[str, Lookup] = {
    "gathered": gathered,
    "of two axes": of_two_axes,
    "rows": chosen_rows,
    "marked": written_and_read,
    "sown": written_at_an_offset,
    "one by one": each(lambda k: read_element(jnp.array(TABLE, jnp.int32), k)),
    "mapped": lambda n: jax.vmap(lambda k: read_element(jnp.array(TABLE, jnp.int32), k))(n),
    "one of": each(lambda k: lax.switch(k, [lambda t=t: jnp.int32(t) for t in TABLE])),
    "one of, then": each(lambda k: read_element(
        jnp.array(TABLE[::-1].copy(), jnp.int32),
        lax.switch(k, [lambda t=t: jnp.int32(BASE - 1 - t) for t in range(BASE)]))),
    "one of many": lambda n: lax.select_n(n, *(jnp.full_like(n, t) for t in TABLE)),
    "begun by data": each(begun_by_data),
    "ended by data": each(ended_by_data),
    "compared": lambda n: (n[:, None] == jnp.arange(BASE)) @ jnp.array(TABLE, jnp.int32),
    "searched": lambda n: jnp.array(TABLE, jnp.int32)[jnp.searchsorted(jnp.arange(BASE), n)],
    "part of a part": lambda n: jax.vmap(lambda k: lax.dynamic_slice(
        jnp.array(np.tile(TABLE, 2), jnp.int32), (k,), (BASE,))[0])(n),
    "moved": lambda n: jax.vmap(lambda k: jnp.roll(jnp.array(TABLE, jnp.int32), -k)[0])(n),
}  # fmt: skip
