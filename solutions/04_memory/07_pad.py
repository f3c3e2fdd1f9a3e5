# ---
# title: Pad a tile so that banks do not collide
# kind: program
# points: 2
# minutes: 25
# star: true
# hints:
#   - "A row takes `width + pad` words. At which word does row `r` begin, and which word does thread
#     `t` read? Write down its bank."
#   - "Thread `t` reads word `t // columns * (width + pad) + t % columns`; its bank is that modulo
#     32. No two threads may have the same. Rows only matter modulo 32, so pads from 0 to 31 are all
#     there is to try, in plain Python: `width` and `columns` are known while the program is made."
#   - "For each `pad` in turn: `len({(t // columns * (width + pad) + t % columns) % 32 for t in
#     range(32)})`. The first pad for which that is 32 is the answer; `jnp.pad(tile, ((0, 0), (0,
#     pad)))` writes it down. Above `def padded`: `@partial(jax.jit, static_argnames=\"columns\")`."
# ---

# %% [markdown]
# Write a compiled function that pads a tile, as little as it can, so that a warp reads a patch of
# it in one step.
#
# A tile with rows of `width` words lies row after row in a memory of 32 banks: word `w` is in bank
# `w % 32`, and in one step each bank hands out one word. Behind each row, `pad` zeros can be left.
# The 32 threads of a warp read a patch of `32 / columns` rows and `columns` columns, whose corner
# is the beginning of the tile: thread `t` reads row `t // columns`, column `t % columns`. Count as
# if the tile had enough rows for a whole patch. With `columns = 1` that is the column of the
# chapter. Return the tile with the smallest `pad`, 0 or more, with which no two threads meet in a
# bank.
#
# Tiles are padded often, so what pads them is compiled: once for each shape and each `columns`, and
# not more often. The width of the result follows from `columns`, and a compiled program has fixed
# widths. So `columns` has to be *static*: a plain Python number while the program is made.
# `@partial(jax.jit, static_argnames="columns")` above the function says that.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


# %% answer
def padded(tile, columns):
    """tile: f32[rows, width], columns: 1, 2, 4, 8, 16 or 32 -> f32[rows, width + pad].

    Five to eight lines, and one above the `def`.

    >>> padded(jnp.ones((2, 32)), 1).shape
    (2, 33)
    >>> padded(jnp.ones((2, 32)), 4).shape
    (2, 36)
    """
    ### BEGIN SOLUTION
    width = tile.shape[1]

    def banks(pad):
        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(32)}

    pad = next(pad for pad in range(32) if len(banks(pad)) == 32)
    return jnp.pad(tile, ((0, 0), (0, pad)))


padded = jax.jit(padded, static_argnames="columns")  # the same as a line above the `def`
### END SOLUTION


# %% check
check(
    padded,
    given="tile: f32[rows, width], rows in 1..4, columns: 1 | 2 | 4 | 8 | 16 | 32, width in "
    "32 | 33 | 36 | 40 | 48 | 64 | 63 | 34 | 38 | 44 | 80 | 50 | 41 | 96 | 100 | 72 | 47 | 33",
    budget=Budget(
        compilations=3,
        calls=[
            {"rows": 4, "width": 32, "columns": 1},
            {"rows": 4, "width": 32, "columns": 4},
            {"rows": 4, "width": 40, "columns": 4},
            {"rows": 4, "width": 32, "columns": 1},
        ],
    ),
)
