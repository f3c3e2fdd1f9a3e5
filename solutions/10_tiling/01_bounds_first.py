# ---
# title: Compute lower bounds for a matrix product
# kind: value
# points: 1
# minutes: 8
# hints:
#   - "Two of the five need no tile. For the operations, divide `2 n n n` by the peak. Without
#     reuse, each of the `n n n` multiply-adds loads two elements; divide their bytes by the
#     bandwidth. How many bytes does an element have?"
#   - "With tiles of side `t`, each element of A and of B is loaded once for `n / t` tiles of the
#     result. That is `2 n n n / t` elements in all. For `largest_side`, three tiles have `3 * t *
#     t` elements together."
#   - "`crossover_side` is the side `t` for which `4 * 2 * n**3 / t / bandwidth` equals `2 * n**3 /
#     peak`. Solve for `t`; `n` cancels."
# ---

# %% [markdown]
# Compute lower bounds for the time of the product of two float32 matrices of `n` by `n`, without
# reuse and with tiles.
#
# A machine computes at `peak` GFLOP/s (10⁹ operations per second; a multiply-add is two
# operations). It moves `bandwidth` GB/s (10⁹ bytes per second) between its main memory and a cache
# of `room` KiB (1024 bytes each). All inputs are drawn at random.
#
# - Without reuse, each multiply-add loads one element of each matrix from main memory.
# - With tiles, the product is computed in square tiles of `tile` by `tile` elements. To compute a
#   tile of the result, the machine loads tiles of both matrices, and each loaded tile is used for
#   all its multiply-adds. The sums stay in the cache.
# - Ignore the time for storing the result, which is less than 1 %. Three significant digits are
#   enough.
#
# | name | value |
# |---|---|
# | `compute_time` | lower bound from the arithmetic, in ms |
# | `without_reuse` | lower bound from the bytes without reuse, in ms |
# | `with_tiles` | lower bound from the bytes with tiles of side `tile`, in ms |
# | `largest_side` | largest integer side for which a tile of each of the three matrices fits |
# | `crossover_side` | the side at which `with_tiles` would equal `compute_time` (not rounded) |

# %% given
figure = figures(
    "n: 4096 | 8192 | 16384, tile: 8 | 16 | 32, room: 67 | 99 | 163, "
    "peak: int in 20000..60000, bandwidth: int in 1000..4000"
)
figure


# %% answer
# Five values. The inputs above are `figure.n`, `figure.tile` and so on.
### BEGIN SOLUTION
n, peak, bandwidth = figure.n, figure.peak * 1e9, figure.bandwidth * 1e9
compute_time = 1e3 * 2 * n**3 / peak
without_reuse = 1e3 * 4 * 2 * n**3 / bandwidth
with_tiles = without_reuse / figure.tile
largest_side = int((figure.room * 1024 / 4 / 3) ** 0.5)
crossover_side = 4 * peak / bandwidth
### END SOLUTION

# %% check
check(
    compute_time=compute_time,
    without_reuse=without_reuse,
    with_tiles=with_tiles,
    largest_side=largest_side,
    crossover_side=crossover_side,
    # Accepts three digits; rejects a side that is one too large or not rounded.
    tolerance=0.006,
)
