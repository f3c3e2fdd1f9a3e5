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
