# %% wrong: columns_not_static
# You did not compile `padded`: its tiles are right, and each call works them out anew. Put the line
# of the statement above the `def`: with `@jax.jit` alone `columns` has no value yet, and no width
# follows from it.
#
# -padded = jax.jit(padded, static_argnames="columns")  # the same as a line above the `def`


# %% wrong: jitted_and_not_static
# `@jax.jit` alone traces every argument: `columns` has no value while the program is made. Write
# `@partial(jax.jit, static_argnames="columns")`.
#
# -padded = jax.jit(padded, static_argnames="columns")  # the same as a line above the `def`
# +padded = jax.jit(padded)


# %% wrong: the_tile_static
# You made `tile` static, the first argument. Its values are the work of the program; what has to be
# known while the program is made is `columns`.
#
# -padded = jax.jit(padded, static_argnames="columns")  # the same as a line above the `def`
# +padded = jax.jit(padded, static_argnames="tile")


# %% wrong: whole_patches
# You filled each row up until whole patches fit into it. Only the next row of *one* patch has to
# fit: it begins at a bank that no other thread uses.
#
# -    pad = next(pad for pad in range(32) if len(banks(pad)) == 32)
# +    pad = -width % columns


# %% wrong: one_word
# A padding of one word helps for a column, where neighbours in the warp are a row apart. Here a row
# of the patch takes `columns` banks, so the next row must begin that much further on.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, 1)))


# %% wrong: width_forgotten
# You let the next row begin `columns` banks further on, which is right for rows of 32 words. Yours
# have `width`: they may need less, or more, or nothing.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, columns % 32)))


# %% wrong: two_rows
# You kept the first two rows of the patch apart. The third may still use the banks of the first:
# rows that are 16 banks apart are back after two. Look at all 32 threads.
#
# -    width = tile.shape[1]
# +    width, threads = tile.shape[1], min(2 * columns, 32)
# -        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(32)}
# +        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(threads)}
# -    pad = next(pad for pad in range(32) if len(banks(pad)) == 32)
# +    pad = next(pad for pad in range(32) if len(banks(pad)) == threads)


# %% wrong: rows_of_this_tile
# You looked at the rows that this tile has. It may have fewer than a patch: `pad` is for all
# `32 / columns` rows of one, which other tiles of that width have.
#
# -    width = tile.shape[1]
# +    width, threads = tile.shape[1], min(tile.shape[0] * columns, 32)
# -        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(32)}
# +        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(threads)}
# -    pad = next(pad for pad in range(32) if len(banks(pad)) == 32)
# +    pad = next(pad for pad in range(32) if len(banks(pad)) == threads)


# %% wrong: columns_for_pad
# You left `columns` words behind each row. That is right for some rows of 32 words. Yours have
# `width`: they may need less, or more, or nothing.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, columns)))


# %% wrong: the_next_row_follows
# You let each row of the patch begin exactly where the one before it ends, in banks. That takes one
# step, but it is not the only way to do so, and often not the smallest padding.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, (columns - tile.shape[1]) % 32)))


# %% wrong: rows_for_columns
# You dealt out the threads down the columns, thread 1 below thread 0. Here they go along a row
# first: thread `t` reads row `t // columns`, column `t % columns`.
#
# -        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(32)}
# +        rows = 32 // columns
# +        return {(t // rows * (width + pad) + t % rows) % 32 for t in range(32)}


# %% wrong: never_nothing
# You padded every tile. Some widths need no padding: their rows fall into different banks already.
#
# -    pad = next(pad for pad in range(32) if len(banks(pad)) == 32)
# +    pad = next(pad for pad in range(1, 33) if len(banks(pad)) == 32)


# %% wrong: rows_added
# You left empty rows below the tile. The room is needed behind each row, so that the next one
# begins in another bank: `((0, 0), (0, pad))`.
#
# -    return jnp.pad(tile, ((0, 0), (0, pad)))
# +    return jnp.pad(tile, ((0, pad), (0, 0)))


# %% wrong: room_in_front
# The room lies in front of each row. It is to be behind it: `jnp.pad(tile, ((0, 0), (0, pad)))`.
#
# -    return jnp.pad(tile, ((0, 0), (0, pad)))
# +    return jnp.pad(tile, ((0, 0), (pad, 0)))


# %% wrong: pair_for_both_axes
# You gave `jnp.pad` one pair, and it takes that for both axes: empty rows came as well. Give a pair
# for each axis, `(0, 0)` for the rows.
#
# -    return jnp.pad(tile, ((0, 0), (0, pad)))
# +    return jnp.pad(tile, (0, pad))


# %% wrong: a_single_row
# Right for a patch of several rows. With 32 columns it is one row, whose 32 words lie in 32 banks
# already: nothing has to be added.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    width, blocks = tile.shape[1], -(-tile.shape[1] // columns)
    return jnp.pad(tile, ((0, 0), (0, (blocks + 1 - blocks % 2) * columns - width)))


# %% wrong: no_padding
# The tile came back as it was. No two threads ever read the same *word*, so look one step further,
# at the bank that a word lies in, `word % 32`.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return tile


# %% wrong: odd_rows
# You made the rows odd. That helps for one column, where each thread goes a row further. In a patch
# with more columns a row takes several banks: look at all 32 threads.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, 1 - tile.shape[1] % 2)))


# %% wrong: filled_up_first
# You filled each row up to a multiple of 32 and added `columns`. That keeps the threads apart, and
# wastes words: the row as it is may need fewer, or none.
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    return jnp.pad(tile, ((0, 0), (0, -tile.shape[1] % 32 + columns)))


# %% right: with_numpy
import numpy as np


@partial(jax.jit, static_argnums=1)
def padded(tile, columns):
    row, column = np.divmod(np.arange(32), columns)
    pads = np.arange(32)[:, None]
    banks = np.sort((row * (tile.shape[1] + pads) + column) % 32, axis=1)
    pad = int(np.argmax((np.diff(banks, axis=1) > 0).all(axis=1)))
    return jnp.pad(tile, ((0, 0), (0, pad)))


# %% right: counting_banks
def smallest(width, columns):
    pad = 0
    while True:
        taken = [0] * 32
        for row in range(32 // columns):
            for column in range(columns):
                taken[(row * (width + pad) + column) % 32] += 1
        if max(taken) == 1:
            return pad
        pad += 1


@partial(jax.jit, static_argnames=("columns",))
def padded(tile, columns):
    rows, width = tile.shape
    empty = jnp.zeros((rows, smallest(width, columns)), tile.dtype)
    return jnp.concatenate([tile, empty], axis=1)


# %% right: pad_outside_helper_inside
@partial(jax.jit, static_argnames="pad")
def wider(tile, pad):
    return jnp.pad(tile, ((0, 0), (0, pad)))


def padded(tile, columns):
    def banks(pad):
        return {(t // columns * (tile.shape[1] + pad) + t % columns) % 32 for t in range(32)}

    return wider(tile, next(pad for pad in range(32) if len(banks(pad)) == 32))


# %% right: by_thinking
@partial(jax.jit, static_argnames="columns")
def padded(tile, columns):
    # The rows take turns in blocks of `columns` banks: an odd number of blocks from row to row.
    width = tile.shape[1]
    pad = -width % columns if columns < 32 else 0
    if columns < 32 and (width + pad) // columns % 2 == 0:
        pad += columns
    return jnp.zeros((tile.shape[0], width + pad), tile.dtype).at[:, :width].set(tile)
