# ---
# title: Count the sectors that a warp loads
# kind: program
# points: 3
# minutes: 12
# hints:
#   - "At which byte does a thread read? Which sector contains that byte?"
#   - "Element `e` begins at byte `e * size`. Sector 0 holds bytes 0 to 31, and sector 1 holds bytes
#     32 to 63. Two threads that read from the same sector need it once, so count the different
#     sectors of a row. In a sorted row, equal values are neighbours."
#   - "`touched = jnp.sort(entries * size // 32, axis=1)`. Then count one sector for each row, and
#     one more for each place where `touched[:, 1:]` and `touched[:, :-1]` differ."
# ---

# %% [markdown]
# Return the number of sectors that a GPU loads for each load instruction of a warp.
#
# Each row of `entries` is one load instruction: it holds the index of the array element that each
# of the 32 threads of a warp reads.
#
# - The threads may read in any order.
# - An element takes `size` bytes, a Python number.
# - A *sector* is 32 bytes of memory. The first sector begins where the array begins, and the others
#   follow it without gaps.
# - A sector is always loaded as a whole, and once for each load instruction, even if several
#   threads read from it.
# - No element lies across two sectors.

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
