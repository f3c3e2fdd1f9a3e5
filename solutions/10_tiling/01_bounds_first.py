# ---
# title: "Bounds first: what is the least time?"
# kind: value
# points: 1
# minutes: 8
# hints:
#   - "Two of the five need no tile: the operations, `2 n n n`, divided by the peak; and two
#     numbers for each of the `n n n` multiply-adds, divided by the bandwidth. How many bytes does
#     a number have?"
#   - "In tiles of side `t`, each number of A and of B is fetched once for `n / t` tiles of the
#     result: `2 n n n / t` numbers in all. For `fits`: three tiles of `t * t` numbers together."
#   - "`turns` is where `4 * 2 * n**3 / t / bandwidth` equals `2 * n**3 / peak`. Solve it for `t`: n
#     drops out."
# ---

# %% [markdown]
# Before a line is written: what is the least time that a product of two float32 matrices of `n` by
# `n` can take, without reuse and in tiles?
#
# The figures are drawn for you. A machine does `peak` GFLOP/s and moves `bandwidth` GB/s between
# its memory and a near one, which has room for `room` KiB (1024 bytes each). Three digits are
# enough; tiles are square, and a side need not be a power of two. Leave out that the result has to
# be written: it is less than one part in a hundred.
#
# | name | what |
# |---|---|
# | `by_operations` | the least time by the operations, in ms |
# | `without_reuse` | by the bytes, if each multiply-add fetches both its numbers, in ms |
# | `in_tiles` | by the bytes, in ms, in tiles of side `tile`; sums stay near until done |
# | `fits` | the largest side, a whole number, of which three tiles fit: of A, B and the result |
# | `turns` | the side, not rounded, from which on it waits for operations and not for bytes |

# %% given
figure = figures(
    "n: 4096 | 8192 | 16384, tile: 8 | 16 | 32, room: 67 | 99 | 163, "
    "peak: int in 20000..60000, bandwidth: int in 1000..4000"
)
figure


# %% answer
# Five numbers. The figures above are `figure.n`, `figure.tile` and so on.
### BEGIN SOLUTION
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
by_operations = 1e3 * 2 * n**3 / peak
without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
in_tiles = without_reuse / figure.tile
fits = int((figure.room * 1024 / 4 / 3) ** 0.5)
turns = 4 * peak / bandwidth
### END SOLUTION

# %% check
check(
    by_operations=by_operations,
    without_reuse=without_reuse,
    in_tiles=in_tiles,
    fits=fits,
    turns=turns,
    # Three digits are right to half a hundredth; a side one too large, or not rounded, is not.
    tolerance=0.006,
)
