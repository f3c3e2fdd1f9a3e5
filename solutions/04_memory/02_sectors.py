# ---
# title: Sectors that a warp touches
# kind: program
# points: 3
# minutes: 12
# hints:
#   - "At which byte does a thread read? And in which sector is that byte?"
#   - "Entry `e` lies at byte `e * size`. Sector 0 holds the bytes 0 to 31, sector 1 the bytes 32 to
#     63. Two threads in one sector need it once. How does one count different numbers in a row? If
#     the row is sorted, equal ones are neighbours."
#   - "`touched = jnp.sort(entries * size // 32, axis=1)`; then one sector for each row, and one
#     more wherever `touched[:, 1:]` and `touched[:, :-1]` differ."
# ---

# %% [markdown]
# How many sectors does a GPU fetch for each load of a warp?
#
# Each row of `entries` is one load: it says which entry of an array each of the 32 threads of a
# warp reads, in any order. An entry takes `size` bytes, a Python number. The memory hands out
# *sectors* of 32 bytes: the first begins where the array begins, the others follow. A sector is
# fetched whole, and once for each load, however many threads read from it. No entry lies across two
# sectors.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def sectors(entries, size):
    """entries: i32[loads, 32], size: 1, 2, 4, 8 or 16 -> i32[loads]. Two or three lines.

    >>> sectors(jnp.arange(32)[None, :], 4), sectors(2 * jnp.arange(32)[None, :], 4)
    (Array([4], dtype=int32), Array([8], dtype=int32))
    """
    ### BEGIN SOLUTION
    touched = jnp.sort(entries * size // 32, axis=1)
    return 1 + jnp.sum(touched[:, 1:] != touched[:, :-1], axis=1)
    ### END SOLUTION


# %% check
import numpy as np


def counted(entries, size):
    return np.array([len({int(entry) * size // 32 for entry in row}) for row in entries])


def patterns(drawn):
    rows = []
    for number, row in enumerate(drawn):
        start, stride, threads = row[0] % 41, 1 + row[1] % 40, np.arange(32)
        rows.append(
            [
                start + threads,
                1000 * start + row % 300,
                (start + stride * threads)[np.argsort(row, kind="stable")],
                start + stride * (threads // 8),
            ][number % 4]
        )
    return np.array(rows)


def loads(draw):
    many = draw.each([1, 8, 5, 8, 8, 8])
    return draw.array("i32", (many, 32), 0, 10**6, then=patterns), draw.each([4, 1, 2, 8, 16, 4])


check(sectors, spec=counted, given=loads)
