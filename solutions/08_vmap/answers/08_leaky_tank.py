# %% wrong: unchanged
# Your levels are right, but you compute one hour after another, so the number of steps grows with
# the number of hours. Combine hours in pairs, then pairs of pairs: use `jax.lax.associative_scan`.
def levels(keep, rain):
    def hour(level, now):
        level = now[0] * level + now[1]
        return level, level

    return jax.lax.scan(hour, jnp.float32(0), (keep, rain))[1]


# %% wrong: cumulative_sum
# You added up the rain. After each hour, only a fraction of the previous level remains: multiply
# that level by `keep`.
def levels(keep, rain):
    return jnp.cumsum(rain)


# %% wrong: first_rain_scaled
# You multiplied the rain of the first hour by the `keep` of the first hour. That rain is in the
# tank when the second hour begins, so multiply it by the `keep` of the second.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return first[0] * second[0], first[0] * first[1] + second[1]


# %% wrong: new_rain_scaled
# You multiplied the rain of each hour by the `keep` of the same hour. An hour keeps a part of the
# *previous* level and then adds its own rain.
#
# -    return jax.lax.associative_scan(two_hours, (keep, rain))[1]
# +    return jax.lax.associative_scan(two_hours, (keep, keep * rain))[1]


# %% wrong: combined_rain_scaled
# You multiplied the rain of both hours by the second `keep`. The second hour keeps a part of the
# level after the first, and then adds its own rain: `second[0] * first[1] + second[1]`.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return first[0] * second[0], second[0] * (first[1] + second[1])


# %% wrong: first_and_second_swapped
# You swapped the two hours. The first argument of `combine` is the earlier hour. The later hour
# keeps a part of the rain of the earlier hour.
#
# -    def two_hours(first, second):
# +    def two_hours(second, first):


# %% wrong: factors_not_multiplied
# Your `combine` returns only the `keep` of the second hour. Two hours together keep the product of
# both factors.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return second[0], second[0] * first[1] + second[1]


# %% wrong: factors_returned
# You returned the products of the `keep` values. The levels are the other array that
# `associative_scan` returns.
def levels(keep, rain):
    return jnp.cumprod(keep)


# %% wrong: divided_by_factors
# You divided by the product of the `keep` values and multiplied by it again. A `keep` of 0 gives 0
# / 0, and small values lose precision. Combine pairs of hours instead.
def levels(keep, rain):
    all_parts = jnp.cumprod(keep)
    return all_parts * jnp.cumsum(rain / all_parts)


# %% wrong: quadratic_work
# Your levels are right, and there are few steps, but you combine every hour with every other:
# 65,536 pairs for 256 hours. A tree needs fewer than two thousand operations. Use
# `jax.lax.associative_scan`.
def levels(keep, rain):
    n = len(keep)
    later = jnp.arange(n)[:, None] > jnp.arange(n)[None, :]
    parts = jnp.cumprod(jnp.where(later, keep[:, None], 1), axis=0)
    return jnp.where(later | jnp.eye(n, dtype=bool), parts, 0) @ rain


# %% right: by_doubling
def levels(keep, rain):
    step = 1
    while step < len(keep):
        rain = rain.at[step:].add(keep[step:] * rain[:-step])
        keep = keep.at[step:].multiply(keep[:-step])
        step *= 2
    return rain


# %% right: as_matrices
def levels(keep, rain):
    zero, one = jnp.zeros_like(keep), jnp.ones_like(keep)
    hours = jnp.stack([jnp.stack([keep, rain], -1), jnp.stack([zero, one], -1)], -2)
    return jax.lax.associative_scan(lambda a, b: b @ a, hours)[:, 0, 1]


# %% right: pairs_by_name
def levels(keep, rain):
    def join(a, b):
        return {"keep": a["keep"] * b["keep"], "rain": b["keep"] * a["rain"] + b["rain"]}

    return jax.lax.associative_scan(join, {"keep": keep, "rain": rain})["rain"]


# %% right: divide_and_conquer
def levels(keep, rain):
    def joined(keep, rain):
        half = len(keep) // 2
        if not half:
            return keep, rain
        first, level = joined(keep[:half], rain[:half])
        second, more = joined(keep[half:], rain[half:])
        later = second * first[-1], more + second * level[-1]
        return jnp.concatenate([first, later[0]]), jnp.concatenate([level, later[1]])

    return joined(keep, rain)[1]


# %% right: odd_even_reduction
def levels(keep, rain):
    if len(keep) == 1:
        return rain
    pairs = len(keep) // 2
    even, odd = keep[::2], keep[1::2]
    after = levels(even[:pairs] * odd, odd * rain[::2][:pairs] + rain[1::2])
    before = jnp.concatenate([jnp.zeros(1), after])[: len(even)]
    return jnp.zeros_like(rain).at[1::2].set(after).at[::2].set(even * before + rain[::2])
