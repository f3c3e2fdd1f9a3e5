# ---
# title: A leaky tank in logarithmic span
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "What does one hour do to *any* level? It keeps a part and adds some rain: `level -> keep *
#     level + rain`. What do two hours do, one after the other?"
#   - "First `keep1 * level + rain1`, then `keep2` times all of that, plus `rain2`: again a part and
#     some rain, `(keep1 * keep2, keep2 * rain1 + rain2)`. How you bracket such pairs makes no
#     difference, so a tree can do it."
#   - "`jax.lax.associative_scan(two_hours, (keep, rain))` with a `two_hours(first, second)` that
#     makes one pair of two. The tank is empty at first, so the levels are the second of what comes
#     out."
# ---

# %% [markdown]
# Give the level of a leaky tank after each hour, in steps that grow like the logarithm of the
# hours.
#
# In hour `t` the tank keeps a part of what was in it and rain comes in: `level = keep[t] * level +
# rain[t]`. It is empty at first. A loop says just that, and each hour waits for the hour before.
# Such a *linear recurrence* need not wait: `jax.lax.associative_scan(combine, pairs)` gives what
# each hour and all before it do together, if `combine` makes one pair of two neighbours. It hands
# `combine` many neighbours at once, so write it with `*` and `+`. You may spend eight times the
# work of ours, but not compare all hours with all. A `keep` may be 0: the tank was emptied.

# %% given
import jax
import jax.numpy as jnp


def levels_slow(keep, rain):
    def hour(level, now):
        level = now[0] * level + now[1]
        return level, level

    return jax.lax.scan(hour, jnp.float32(0), (keep, rain))[1]


# %% answer
def levels(keep, rain):
    """keep: f32[n], rain: f32[n] -> f32[n]. Four or five lines."""

    ### BEGIN SOLUTION
    def two_hours(first, second):
        return first[0] * second[0], second[0] * first[1] + second[1]

    return jax.lax.associative_scan(two_hours, (keep, rain))[1]
    ### END SOLUTION


# %% check
import numpy as np


def plain(keep, rain):
    level, found = 0.0, []
    for part, drops in zip(keep, rain, strict=True):
        level = part * level + drops
        found.append(level)
    return np.array(found)


check(
    levels,
    spec=plain,
    # Whole numbers stay exact; a tank that turns its level round shows every order of the signs.
    # Halves of halves in plain Python are 255 joins at 256; at 1024 a program grows too long.
    given="keep: f32[n] in -2..2, rain: f32[n] in -3..9, n in 1 | 2 | 3 | 4 | 16 | 64 | 256",
    budget=Budget(span="log", work=8),
    tolerance=1e-5,
)


# %% wrong: as_it_was
# Your levels are right, but they come hour by hour: a chain with a link for each hour. Join hours
# in pairs, then pairs of pairs: `jax.lax.associative_scan`.
def levels(keep, rain):
    def hour(level, now):
        level = now[0] * level + now[1]
        return level, level

    return jax.lax.scan(hour, jnp.float32(0), (keep, rain))[1]


# %% wrong: nothing_leaks
# You added the rain up. Each hour also keeps only a part of what was there.
def levels(keep, rain):
    return jnp.cumsum(rain)


# %% wrong: first_part_on_the_rain
# In `combine` the second hour's `keep` belongs to the first hour's rain: that rain was in the tank
# when the second hour began. You multiplied it by the first hour's.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return first[0] * second[0], first[0] * first[1] + second[1]


# %% wrong: leaks_the_new_rain
# Your hour lets this hour's rain leak as well. It keeps a part of what *was* there, and then the
# rain comes in.
#
# -    return jax.lax.associative_scan(two_hours, (keep, rain))[1]
# +    return jax.lax.associative_scan(two_hours, (keep, keep * rain))[1]


# %% wrong: joined_rain_leaks
# Your join lets both hours' rain leak. The second hour keeps a part of what the first one left, and
# then its own rain comes in: `second[0] * first[1] + second[1]`.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return first[0] * second[0], second[0] * (first[1] + second[1])


# %% wrong: first_and_second_swapped
# You swapped the two hours: the earlier one comes first. Its rain is what the later one keeps a
# part of.
def levels(keep, rain):
    def two_hours(second, first):
        return first[0] * second[0], second[0] * first[1] + second[1]

    return jax.lax.associative_scan(two_hours, (keep, rain))[1]


# %% wrong: parts_not_joined
# Nearly: your `combine` joins the rain, but hands on only the second hour's `keep`. Two hours keep
# the product of their parts.
#
# -        return first[0] * second[0], second[0] * first[1] + second[1]
# +        return second[0], second[0] * first[1] + second[1]


# %% wrong: the_parts
# Those are the products of the parts. The levels are the other half of what `associative_scan`
# gives.
def levels(keep, rain):
    return jnp.cumprod(keep)


# %% wrong: divided_by_the_parts
# You divided by the product of all parts, and multiplied by it again. A `keep` of 0 makes that 0 /
# 0, and small parts would soon be lost in rounding. Join hours instead.
def levels(keep, rain):
    all_parts = jnp.cumprod(keep)
    return all_parts * jnp.cumsum(rain / all_parts)


# %% wrong: all_hours_with_all
# Your levels are right and take few steps, but every hour is compared with every other: 256 hours,
# 65,536 pairs. A tree needs fewer than two thousand operations.
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


# %% right: halves_of_halves
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


# %% right: every_other_hour_first
def levels(keep, rain):
    if len(keep) == 1:
        return rain
    pairs = len(keep) // 2
    even, odd = keep[::2], keep[1::2]
    after = levels(even[:pairs] * odd, odd * rain[::2][:pairs] + rain[1::2])
    before = jnp.concatenate([jnp.zeros(1), after])[: len(even)]
    return jnp.zeros_like(rain).at[1::2].set(after).at[::2].set(even * before + rain[::2])
