"""Places where work may hide from a count, and programs that do the same work in any of them.

One step is two products and a difference for each number, and no step can be left out: whoever
has the last numbers has gone all the way. A place makes of a step another one with the same
values; a way goes so many steps. Each group of the price table that takes a function or an address
has a place here, and so has what the table calls free.
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
OPS = 3  # of one step, for each number
MARK = np.float32(-1)  # an entry that is no number of ours, which all are above 0
Array = Any
Step = Callable[[Array], Array]
Way = Callable[[Step, int], Step]


def step(x: Array) -> Array:
    """From a number between 0 and 1 to another one, for a very long time."""
    return (3.25 - 3.25 * x) * x


def data_zero(x: Array) -> Array:
    """0, and only a run knows."""
    return (x.reshape(-1)[0] * 0).astype(jnp.int32)


def converted(number: int) -> Array:
    """A whole number that is another one before it is converted."""
    with jax.enable_x64(True):
        wide = lax.optimization_barrier(np.int64(number + 2**32))
        return lax.convert_element_type(wide, np.int32)


def goes_on(f: Step) -> Callable[[Array, Array], Array]:
    """From entry to entry: a number is the first, any mark after it is one step more."""
    return lambda so_far, entry: jnp.where(entry >= 0, entry, f(so_far))


def reduced(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        return lax.reduce(entries, MARK, goes_on(f), (0,))

    return place


def reduced_alone(f: Step) -> Step:
    return lambda x: lax.reduce(x[None], np.float32(0), lambda a, b: f(a + b), (0,))


def window(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries = jnp.stack([x, jnp.full_like(x, MARK)])
        sides = [(1, 0), *((0, 0),) * x.ndim]
        ones = (1,) * x.ndim
        return lax.reduce_window(entries, MARK, goes_on(f), (2, *ones), (1, *ones), sides)[1]

    return place


def holes(f: Step) -> Step:
    def place(x: Array) -> Array:
        entries, ones = jnp.stack([x, jnp.full_like(x, MARK)]), (1,) * x.ndim
        words = {"base_dilation": (2, *ones)}
        return lax.reduce_window(
            entries, MARK, goes_on(f), (2, *ones), (1, *ones), "VALID", **words
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
    """JAX has a public way to apply a function to entries, which is a scatter."""
    return lambda x: x.reshape(1, -1).at[0].apply(f).reshape(x.shape)


def behind_a_mean(f: Step) -> Step:
    def place(x: Array) -> Array:
        zero = data_zero(x)

        def outer(turn: Array, held: Array) -> Array:
            often = jnp.where(turn == 3, 1, 0) + zero
            return lax.fori_loop(
                0, often, lambda _, y: lax.cond(turn == 3, f, lambda z: z, y), held
            )

        return lax.fori_loop(0, 9, outer, x)

    return place


def looked_at_twice(f: Step) -> Step:
    """The same function of what lies in two places of one array."""

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


# What these functions do nobody counts: a program with one has no cost.
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


WAYS: dict[str, Way] = {
    "unrolled": _unrolled,
    "loop": lambda f, n: lambda x: lax.fori_loop(0, n, lambda _, y: f(y), x),
    "down": lambda f, n: _while(f, n, 3),
    "to a converted bound": lambda f, n: lambda x: lax.fori_loop(
        0, converted(n), lambda _, y: f(y), x),
    "to a bound of data": lambda f, n: lambda x: lax.fori_loop(
        0, n + data_zero(x), lambda _, y: f(y), x),
    "scan": lambda f, n: lambda x: lax.scan(lambda y, _: (f(y), None), x, None, length=n)[0],
}  # fmt: skip

# From a whole number below BASE to another one, by a table that says what no sum does. A round is
# one choice for each number, and whoever has the last has made them all.
BASE = 16
TABLE = (np.arange(BASE) ** 3 * 5 + 3 * np.arange(BASE) // 2 + 7) % BASE
Found = Callable[[Array], Array]  # of whole numbers


def each(one: Found) -> Found:
    """Number by number: one alone is an address, or chooses a branch."""
    return lambda n: lax.map(one, n)


def begun_by_data(k: Array) -> Array:
    """A counter that begins at the number, and goes round once."""
    table = jnp.array(TABLE, jnp.int32)
    start = (jnp.int32(0), k, jnp.int32(0))
    return lax.while_loop(
        lambda c: c[0] < 1, lambda c: (c[0] + 1, c[1] + 1, taken(table, c[1])), start
    )[2]


def ended_by_data(k: Array) -> Array:
    """A counter that goes as far as the number."""
    last = lax.while_loop(lambda c: c < k, lambda c: c + 1, jnp.int32(0))
    return taken(jnp.array(TABLE, jnp.int32), last)


def taken(table: Array, k: Array) -> Array:
    return lax.dynamic_index_in_dim(table, k, keepdims=False)


def gathered(n: Array) -> Array:
    return jnp.array(TABLE, jnp.int32).at[n].get(mode="promise_in_bounds")


def of_two_axes(n: Array) -> Array:
    table = jnp.broadcast_to(jnp.array(TABLE, jnp.int32)[:, None], (BASE, BASE))
    return table.at[n, n[::-1]].get(mode="promise_in_bounds")


def chosen_rows(n: Array) -> Array:
    """Whole rows are taken, one entry of each is used."""
    rows = jnp.stack([jnp.roll(jnp.array(TABLE, jnp.int32), -by) for by in range(BASE)])
    return rows.at[n].get(mode="promise_in_bounds")[:, 0]


def written_and_read(n: Array) -> Array:
    """Each number marks its place, and the table is sown where the marks are."""
    at = jnp.arange(n.size)
    marks = jnp.zeros((n.size, BASE), jnp.int32).at[at, n].set(1, mode="promise_in_bounds")
    return marks @ jnp.array(TABLE, jnp.int32)


def sown(n: Array) -> Array:
    """Each number's row of a board, cut out so that the mark in it comes first."""

    def one(k: Array) -> Array:
        board = lax.dynamic_update_slice(jnp.zeros(2 * BASE, jnp.int32), TWICE[0], (BASE - k,))
        return board[BASE]

    return lax.map(one, n)


TWICE = np.stack([TABLE]).astype(np.int32)
LOOKUPS: dict[str, Found] = {
    "gathered": gathered,
    "of two axes": of_two_axes,
    "rows": chosen_rows,
    "marked": written_and_read,
    "sown": sown,
    "one by one": each(lambda k: taken(jnp.array(TABLE, jnp.int32), k)),
    "mapped": lambda n: jax.vmap(lambda k: taken(jnp.array(TABLE, jnp.int32), k))(n),
    "one of": each(lambda k: lax.switch(k, [lambda t=t: jnp.int32(t) for t in TABLE])),
    "one of, then": each(lambda k: taken(
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
