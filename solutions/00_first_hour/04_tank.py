# ---
# title: "Fix: a NumPy loop that JAX cannot run"
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "What does each hour need from the previous hour? One value, the level. What does each hour
#     store? Also one value."
#   - "`jax.lax.scan(hour, start, flow)` calls `hour(level, change)` for each element of `flow`.
#     `hour` returns a pair: the level for the next hour, and the value to store."
#   - "`hour` computes `level = jnp.clip(level + change, 0, full)` and returns `level, level`. The
#     start is `jnp.zeros((), flow.dtype)`. `scan` returns the last level and the array of all
#     levels."
# ---

# %% [markdown]
# `levels_numpy` computes the level of a water tank after each hour. Rewrite it as `tank_levels`, a
# JAX program that returns the array of levels.
#
# - The tank starts empty.
# - In each hour, the level changes by one element of `flow`, which may be negative.
# - The level stays between 0 and `full`: water above `full` overflows and is lost.
#
# For example, with `full = 5`, the flow `[3, 4, -7, 2]` gives the levels `[3, 5, 0, 2]`.
#
# The NumPy version does not work under `jit` for two reasons. It writes into an array, but JAX
# arrays cannot be modified. It also converts values to Python floats, but a traced array has no
# values yet.

# %% given
import jax
import jax.numpy as jnp
import numpy as np


def levels_numpy(flow, full):
    level, levels = 0, np.zeros(len(flow))
    for hour in range(len(flow)):
        level = min(max(level + float(flow[hour]), 0), float(full))
        levels[hour] = level
    return levels


# %% answer
def tank_levels(flow, full):
    """flow: f32[n], full: f32[] -> f32[n], the level after each hour. Three to five lines."""

    ### BEGIN SOLUTION
    def hour(level, change):
        level = jnp.clip(level + change, 0, full)
        return level, level

    return jax.lax.scan(hour, jnp.zeros((), flow.dtype), flow)[1]
    ### END SOLUTION


# %% check
check(tank_levels, spec=levels_numpy, given="flow: f32[n] in -7..8, full: f32[] in 4..9")
