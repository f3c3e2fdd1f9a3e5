# ---
# title: Sectors that a warp touches
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "At which byte does thread `t` read? And in which sector is that byte?"
#   - "Thread `t` reads at byte `(start + t * stride) * size`. Sector 0 holds the bytes 0 to 31,
#     sector 1 the bytes 32 to 63. Two threads in one sector need it once."
#   - "`len({(start + t * stride) * size // 32 for t in range(32)})`: a set keeps one of each."
# ---

# %% [markdown]
# How many sectors does a GPU fetch for one load of a warp?
#
# The 32 threads of a warp each read one entry of an array: thread `t` reads entry
# `start + t * stride`. An entry takes `size` bytes. The memory hands out *sectors* of 32 bytes:
# the first begins where the array begins, the others follow. A sector is fetched whole, and once,
# however many threads read from it. No entry lies across two sectors.

# %% answer
def sectors(start, stride, size):
    """(0, 1, 4) -> 4, (0, 2, 4) -> 8. One line, or a short loop."""
    ### BEGIN SOLUTION
    return len({(start + t * stride) * size // 32 for t in range(32)})
    ### END SOLUTION


# %% check
check(sectors, given="start: int in 0..40, stride: int in 0..40, size: 1 | 2 | 4 | 8 | 16")


# %% wrong: begins_at_a_sector
# You let the first thread read at the beginning of a sector. With another `start` the same bytes
# can lie across one sector more.
def sectors(start, stride, size):
    return len({t * stride * size // 32 for t in range(32)})


# %% wrong: useful_bytes
# You divided the bytes that the threads *use* by 32. The memory hands out whole sectors: with a
# stride, most of a sector is fetched and thrown away.
def sectors(start, stride, size):
    return size


# %% wrong: one_for_each_thread
# You fetched a sector for each thread. Threads that read from the same sector share it.
def sectors(start, stride, size):
    return 32


# %% wrong: entries_for_bytes
# You put 32 *entries* into a sector. It holds 32 bytes, so 8 entries of 4 bytes.
def sectors(start, stride, size):
    return len({(start + t * stride) // 32 for t in range(32)})


# %% wrong: from_first_to_last
# You counted every sector between the first and the last that is read. With a wide stride nobody
# reads from those in between, and nobody fetches them.
def sectors(start, stride, size):
    return (start + 31 * stride) * size // 32 - start * size // 32 + 1


# %% right: with_numpy
import numpy as np


def sectors(start, stride, size):
    places = (start + stride * np.arange(32)) * size
    return len(np.unique(places // 32))


# %% right: by_hand
def sectors(start, stride, size):
    each = 32 // size
    count, last = 0, -1
    for thread in range(32):
        sector = (start + thread * stride) // each
        if sector != last:
            count, last = count + 1, sector
    return count


# %% right: by_cases
def sectors(start, stride, size):
    if stride == 0:
        return 1
    if stride * size >= 32:
        return 32
    return (start + 31 * stride) * size // 32 - start * size // 32 + 1
