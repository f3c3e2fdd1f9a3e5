# ---
# title: How large should the large core be?
# kind: function
# points: 2
# minutes: 20
# star: true
# hints:
#   - "Write the time down for one `k` first: the part that waits for itself runs on the large core
#     alone, the rest on all cores together."
#   - "The large core takes `k * k` tiles, and `tiles - k * k` small ones are left. Together they do
#     `k + tiles - k * k` operations in a tick."
#   - "Try every `k` from 1 while `k * k <= tiles`, and keep the one with the least
#     `chain / k + crowd / (k + tiles - k * k)`."
# ---

# %% [markdown]
# A chip of `tiles` tiles gets one large core; every tile that is left becomes a small core. How
# large should the large one be?
#
# A small core takes one tile and does one operation in a tick. By Pollack's rule, a core of `k * k`
# tiles does `k` operations in a tick (`k` is a whole number, at least 1). A program has `chain`
# operations that wait for one another, and then `crowd` operations that wait for nothing. The large
# core works through the chain alone. Then all cores, the large one too, share the crowd, and the
# shares may be parts of an operation. Return the `k` with which the program ends first; if two
# end at the same time, either will do.

# %% answer
def large_core(tiles, chain, crowd):
    """(256, 1000, 100_000) -> 6. Three to six lines."""

    ### BEGIN SOLUTION
    def time(k):
        return chain / k + crowd / (k + tiles - k * k)

    sizes = [k for k in range(1, tiles + 1) if k * k <= tiles]
    return min(sizes, key=time)
    ### END SOLUTION


# %% check
def none_is_faster(k, tiles, chain, crowd):
    if k != int(k) or k < 1 or k * k > tiles:
        return f"a whole number from 1, whose square is at most {tiles}"

    def time(k):
        return chain / k + crowd / (k + tiles - k * k)

    best = min((other for other in range(1, tiles + 1) if other * other <= tiles), key=time)
    if time(k) <= time(best) * (1 + 1e-12):
        return True
    return f"a size with which the program takes {time(best):.4g} ticks, not {time(k):.4g}"


check(
    large_core,
    given="tiles: int in 1..1000, chain: int in 1..2000, crowd: int in 1..300000",
    law=none_is_faster,
)


# %% wrong: large_core_rests
# Close. You let the large core rest while the small ones share the crowd. It works along: `k` more
# operations in each tick.
def large_core(tiles, chain, crowd):
    sizes = [k for k in range(1, tiles + 1) if k * k < tiles] or [1]
    return min(sizes, key=lambda k: chain / k + crowd / max(tiles - k * k, 1))


# %% wrong: one_large_core
# You gave every tile to the large core. That would be best if `k * k` tiles did `k * k` operations
# in a tick; by Pollack's rule they do `k`, so the crowd needs many small cores.
def large_core(tiles, chain, crowd):
    return int(tiles**0.5)


# %% wrong: only_small_cores
# You made every core small. That is best for the crowd alone; the chain then crawls through one
# small core.
def large_core(tiles, chain, crowd):
    return 1


# %% wrong: tiles_for_k
# You returned how many tiles the large core takes. Asked is `k`, the side of its square.
def large_core(tiles, chain, crowd):
    sizes = [k for k in range(1, tiles + 1) if k * k <= tiles]
    return min(sizes, key=lambda k: chain / k + crowd / (k + tiles - k * k)) ** 2


# %% right: with_a_loop
def large_core(tiles, chain, crowd):
    best, least = 1, chain + crowd / tiles
    k = 2
    while k * k <= tiles:
        time = chain / k + crowd / (tiles - k * k + k)
        if time < least:
            best, least = k, time
        k += 1
    return best


# %% right: with_numpy
import numpy as np


def large_core(tiles, chain, crowd):
    k = np.arange(1, int(np.sqrt(tiles)) + 1)
    return k[np.argmin(chain / k + crowd / (tiles + k - k**2))]


# %% right: in_whole_numbers
from fractions import Fraction


def large_core(tiles, chain, crowd):
    times = {}
    for k in range(tiles, 0, -1):
        if k * k <= tiles:
            times[k] = Fraction(chain, k) + Fraction(crowd, k + tiles - k * k)
    return min(times, key=times.get)
