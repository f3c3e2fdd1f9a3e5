# ---
# title: Pad a tile so that banks do not collide
# kind: function
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A row takes `width + pad` words. At which word does row `r` begin, and which word does thread
#     `t` read? Write down its bank."
#   - "Thread `t` reads word `t // columns * (width + pad) + t % columns`; its bank is that modulo
#     32. No two threads may have the same. Rows only matter modulo 32, so pads from 0 to 31 are all
#     there is to try."
#   - "For each `pad` in turn: `len({(t // columns * (width + pad) + t % columns) % 32 for t in
#     range(32)})`. The first pad for which that is 32 is the answer."
# ---

# %% [markdown]
# Find the smallest padding with which a warp reads a patch of a tile in one step.
#
# A tile with rows of `width` words lies row after row in a memory of 32 banks: word `w` is in bank
# `w % 32`, and in one step each bank hands out one word. Behind each row, `pad` words can be left
# empty. The 32 threads of a warp read a patch of `32 / columns` rows and `columns` columns, whose
# corner is the beginning of the tile: thread `t` reads row `t // columns`, column `t % columns`.
# With `columns = 1` that is the column of the chapter. Return the smallest `pad`, 0 or more, with
# which no two threads meet in a bank.

# %% answer
def padding(width, columns):
    """(32, 1) -> 1, (32, 4) -> 4. Three to five lines."""

    ### BEGIN SOLUTION
    def banks(pad):
        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(32)}

    return next(pad for pad in range(32) if len(banks(pad)) == 32)
    ### END SOLUTION


# %% check
check(padding, given="width: int in 32..100, columns: 1 | 2 | 4 | 8 | 16 | 32")


# %% wrong: one_word
# A padding of one word is the cure for a column, where neighbours in the warp are a row apart. Here
# a row of the patch takes `columns` banks, so the next row must begin that much further on.
def padding(width, columns):
    return 1


# %% wrong: width_forgotten
# You let the next row begin `columns` banks further on, which is right for rows of 32 words. Yours
# have `width`: they may need less, or more, or nothing.
def padding(width, columns):
    return columns % 32


# %% wrong: two_rows
# You kept the first two rows of the patch apart. The third may still fall upon the first: rows that
# are 16 banks apart are back after two. Look at all 32 threads.
def padding(width, columns):
    threads = min(2 * columns, 32)

    def banks(pad):
        return {(t // columns * (width + pad) + t % columns) % 32 for t in range(threads)}

    return next(pad for pad in range(32) if len(banks(pad)) == threads)


# %% wrong: the_next_row_follows
# You let each row of the patch begin exactly where the one before it ends, in banks. That takes one
# step, but it is not the only way to do so, and often not the smallest padding.
def padding(width, columns):
    return (columns - width) % 32


# %% wrong: rows_for_columns
# You dealt out the threads down the columns, thread 1 below thread 0. Here they go along a row
# first: thread `t` reads row `t // columns`, column `t % columns`.
def padding(width, columns):
    rows = 32 // columns

    def banks(pad):
        return {(t // rows * (width + pad) + t % rows) % 32 for t in range(32)}

    return next(pad for pad in range(32) if len(banks(pad)) == 32)


# %% right: with_numpy
import numpy as np


def padding(width, columns):
    row, column = np.divmod(np.arange(32), columns)
    pads = np.arange(32)[:, None]
    banks = np.sort((row * (width + pads) + column) % 32, axis=1)
    return int(np.argmax((np.diff(banks, axis=1) > 0).all(axis=1)))


# %% right: counting_banks
def padding(width, columns):
    pad = 0
    while True:
        taken = [0] * 32
        for row in range(32 // columns):
            for column in range(columns):
                taken[(row * (width + pad) + column) % 32] += 1
        if max(taken) == 1:
            return pad
        pad += 1


# %% right: by_thinking
def padding(width, columns):
    # The rows take turns in blocks of `columns` banks: an odd number of blocks from row to row.
    if columns == 32:
        return 0
    pad = -width % columns
    return pad if (width + pad) // columns % 2 else pad + columns
