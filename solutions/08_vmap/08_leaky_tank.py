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
