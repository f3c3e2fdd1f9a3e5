# ---
# title: How large should the large core be?
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "Write the time down for one `k` and one program first: the part that waits for itself runs on
#     the large core alone, the rest on all cores together."
#   - "The large core takes `k * k` tiles, and `tiles - k * k` small ones are left. Together they do
#     `k + tiles - k * k` operations in a tick. Try all sizes at once: `vmap` over `k`; and all
#     programs: `vmap` around it."
#   - "The sizes are 1 to the whole root of `tiles`, which `math` has. The times are a table,
#     `jax.vmap(jax.vmap(time, (0, None, None)), (None, 0, 0))(sizes, chain, crowd)`; in each row
#     `jnp.argmin` finds the place of the least."
# ---

# %% [markdown]
# A chip of `tiles` tiles gets one large core; every tile that is left becomes a small core. How
# large should the large one be, for each of many programs?
#
# A small core takes one tile and does one operation in a tick. By Pollack's rule, a core of
# `k * k` tiles does `k` operations in a tick (`k` is a whole number, at least 1, and `k * k` at
# most `tiles`). Program `i` has `chain[i]` operations that wait for one another, and then
# `crowd[i]` operations that wait for nothing. The large core works through the chain alone. Then
# all cores, the large one too, share the crowd, and the shares may be parts of an operation.
# Return the `k` with which each program ends first; if two end at the same time, either is right.
#
# `tiles` is a Python number: it decides how many sizes there are to try. No program and no size
# needs another one's answer.

# %% given
import math

import jax
import jax.numpy as jnp


# %% answer
def large_core(tiles, chain, crowd):
    """tiles: a Python number, chain: f32[n], crowd: f32[n] -> i32[n]. Four to six lines.

    >>> large_core(256, jnp.array([1000.0, 1000.0, 0.0]), jnp.array([1e5, 0.0, 1e5])).tolist()
    [6, 16, 1]
    """

    ### BEGIN SOLUTION
    def time(k, chain, crowd):
        return chain / k + crowd / (k + tiles - k * k)

    sizes = jnp.arange(1, math.isqrt(tiles) + 1)
    over_sizes = jax.vmap(time, in_axes=(0, None, None))
    times = jax.vmap(over_sizes, in_axes=(None, 0, 0))(sizes, chain, crowd)
    return sizes[jnp.argmin(times, axis=1)]
    ### END SOLUTION


# %% check
import numpy as np


def none_is_faster(sizes, tiles, chain, crowd):
    if not ((sizes >= 1) & (sizes**2 <= tiles)).all():
        return f"whole numbers from 1, whose squares are at most {tiles}"

    def time(k):
        return chain / k + crowd / (k + tiles - k * k)

    tried = range(1, math.isqrt(tiles) + 1)
    best = np.min([time(k) for k in tried], axis=0)
    late = np.flatnonzero(time(sizes) > best * (1 + 1e-5))
    if not late.size:
        return True
    i = late[0]
    return f"sizes with which program {i} takes {best[i]:.4g} ticks, not {time(sizes)[i]:.4g}"


def programs(draw):
    n = draw.each([1, 3, 6, 9, 12, 40])
    kind = np.arange(n) % 3  # hardly a crowd, hardly a chain, both
    return (
        draw.each([4, 14, 64, 250, 1, 1000]),
        draw.array("f32", (n,), 1, 2000, then=lambda raw: np.where(kind == 1, raw % 3, raw)),
        draw.array("f32", (n,), 1, 300, then=lambda raw: np.where(kind, 1000 * raw, raw % 3)),
    )


check(large_core, given=programs, law=none_is_faster, budget=Budget(span=10))


# %% wrong: large_core_rests
# Nearly: you let the large core rest while the small ones share the crowd. It works on the crowd
# too: `k` more operations in each tick.
#
# -        return chain / k + crowd / (k + tiles - k * k)
# +        return chain / k + crowd / (tiles - k * k)


# %% wrong: a_small_core_is_left
# Right, but you always keep a tile for a small core. A program that is nearly all chain ends first
# on a large core that takes every tile: `k * k` may be `tiles`.
def large_core(tiles, chain, crowd):
    k = jnp.array([k for k in range(1, tiles + 1) if k * k < tiles] or [1])
    times = chain[:, None] / k + crowd[:, None] / (k + tiles - k * k)
    return k[times.argmin(axis=1)]


# %% wrong: one_size_too_many
# One of your sizes does not fit: the root of `tiles` must be rounded down, or `k * k` tiles are
# more than there are.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.ceil(tiles**0.5) + 1)
    times = chain[:, None] / k + crowd[:, None] / jnp.maximum(k + tiles - k * k, 1)
    return k[times.argmin(axis=1)]


# %% wrong: one_large_core
# You gave every tile to the large core. That would be best if `k * k` tiles did `k * k` operations
# in a tick; by Pollack's rule they do `k`, so the crowd needs many small cores.
def large_core(tiles, chain, crowd):
    return jnp.full(chain.shape, math.isqrt(tiles))


# %% wrong: only_small_cores
# You made every core small. That is best only for the crowd; the chain then runs slowly on one
# small core.
def large_core(tiles, chain, crowd):
    return jnp.ones(chain.shape, jnp.int32)


# %% wrong: tiles_for_k
# You returned how many tiles the large core takes. The task asks for `k`, the side of its square.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    times = chain[:, None] / k + crowd[:, None] / (k + tiles - k * k)
    return k[times.argmin(axis=1)] ** 2


# %% wrong: place_for_size
# You returned the place of the best size. The first place is 0, and it stands for the size 1.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    times = chain[:, None] / k + crowd[:, None] / (k + tiles - k * k)
    return times.argmin(axis=1)


# %% wrong: time_for_size
# You returned the least time. The task asks for the size that takes it: `argmin` says where it
# stands.
#
# -    return sizes[jnp.argmin(times, axis=1)]
# +    return times.min(axis=1)


# %% wrong: one_program_after_another
# Your sizes are right, but you take one program after another, though none needs another's answer.
# `vmap` over the programs: `in_axes` says that the sizes go to all of them.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)

    def best(program):
        times = program[0] / k + program[1] / (k + tiles - k * k)
        return k[times.argmin()]

    return jax.lax.map(best, (chain, crowd))


# %% wrong: tiles_for_speed
# In your answer every size works through the crowd equally fast. A core of `k * k` tiles takes
# these from the small ones, and by Pollack's rule does `k` operations in a tick, not one for each
# tile.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    time = chain[:, None] / k**2 + crowd[:, None] / tiles
    return k[time.argmin(axis=1)]


# %% wrong: chain_by_tiles
# Your large core works through the chain with an operation for each of its tiles. By Pollack's rule
# `k * k` tiles do `k` operations in a tick, with the chain as with the crowd.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    times = chain[:, None] / k**2 + crowd[:, None] / (k + tiles - k * k)
    return k[times.argmin(axis=1)]


# %% wrong: chain_beside_crowd
# You let the chain and the crowd go on at the same time, and took the longer of the two. The crowd
# comes after the chain: their times add up.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    times = jnp.maximum(chain[:, None] / k, crowd[:, None] / (k + tiles - k * k))
    return k[times.argmin(axis=1)]


# %% wrong: slowest_for_fastest
# You gave the size with which each program ends *last*. The least time is asked for: `argmin`.
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)
    times = chain[:, None] / k + crowd[:, None] / (k + tiles - k * k)
    return k[times.argmax(axis=1)]


# %% right: by_broadcasting
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, math.isqrt(tiles) + 1)[:, None]
    return 1 + jnp.argmin(chain / k + crowd / (tiles - k * k + k), axis=0)


# %% right: masked_sizes
def large_core(tiles, chain, crowd):
    k = jnp.arange(1, tiles + 1)
    small = jnp.maximum(tiles - k * k, 0)

    def best(chain, crowd):
        return jnp.argmin(jnp.where(k * k <= tiles, chain / k + crowd / (k + small), jnp.inf)) + 1

    return jax.vmap(best)(chain, crowd)


# %% right: with_a_loop
def large_core(tiles, chain, crowd):
    best, least = jnp.ones(chain.shape, jnp.int32), chain + crowd / tiles
    for k in range(2, math.isqrt(tiles) + 1):
        time = chain / k + crowd / (tiles - k * k + k)
        best, least = jnp.where(time < least, k, best), jnp.minimum(time, least)
    return best
