# ---
# title: Compute a linear recurrence in logarithmic span
# kind: program
# points: 2
# minutes: 18
# hints:
#   - "What does one hour do to *any* level? It keeps a part and adds rain: `level -> keep * level +
#     rain`. What do two consecutive hours do?"
#   - "The first hour gives `keep1 * level + rain1`. The second multiplies this by `keep2` and adds
#     `rain2`. Together they again keep a part and add rain: `(keep1 * keep2, keep2 * rain1 +
#     rain2)`. This operation on pairs is associative, so a tree can combine them."
#   - "`jax.lax.associative_scan(two_hours, (keep, rain))`, where `two_hours(first, second)` returns
#     the combined pair. The tank is empty at first, so the levels are the second array of the
#     result."
# ---

# %% [markdown]
# Return the level of a leaky tank after each hour, with a span that grows with the logarithm of the
# number of hours.
#
# In hour `t`, the tank keeps a fraction of its content, and then rain is added:
# `level = keep[t] * level + rain[t]`. The tank is empty at first. `keep[t]` may be 0, which empties
# the tank. In the check, it may also be negative or greater than 1. For example, `keep = [1, 0.5]`
# and `rain = [4, 3]` give the levels `[4, 5]`.
#
# `levels_slow` returns the same levels, but each iteration of its loop waits for the previous one.
# Such a *linear recurrence* can be computed in parallel: `jax.lax.associative_scan(combine, pairs)`
# returns the combined effect of each hour and all hours before it. `pairs` is the tuple
# `(keep, rain)`, and `combine(earlier, later)` merges two consecutive pairs into one. It calls
# `combine` with arrays of many such pairs, so write `combine` with elementwise `*` and `+`.
#
# The check counts two costs for 256 hours. Both limits are eight times the cost of this method:
#
# - The work may be at most 14,144 operations. A program that combines every hour with every other
#   hour does more.
# - The span (longest chain of dependent operations) may be at most 304, and it may grow only like
#   the logarithm of `n`.

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
    # Integers stay exact, and a negative `keep` reveals a wrong order of the hours.
    # A recursion in Python traces 255 combinations for 256 hours; 1024 would trace too many.
    given="keep: f32[n] in -2..2, rain: f32[n] in -3..9, n in 1 | 2 | 3 | 4 | 16 | 64 | 256",
    budget=Budget(span="log", work=8),
    tolerance=1e-5,
)
