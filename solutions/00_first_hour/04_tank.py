# ---
# title: "Fix: a loop that writes"
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "What does one hour need from the hour before? One number, the level. What does each hour
#     leave behind? Also one number."
#   - "`jax.lax.scan(hour, start, flow)` calls `hour(level, change)` for each entry of `flow`.
#     `hour` returns a pair: what the next hour gets, and what is kept."
#   - "`hour` computes `level = jnp.clip(level + change, 0, full)` and returns `level, level`. The
#     start is `jnp.zeros((), flow.dtype)`; `scan` returns the last level and all of them."
# ---

# %% [markdown]
# Mend `levels_numpy` so that it is a JAX program: the level of a water tank after each hour.
#
# In each hour some water comes or goes. The tank starts empty, and its level stays between 0 and
# `full`; what is too much runs over and is lost. The NumPy version writes into an array, which no
# JAX array allows, and takes the level out as a Python number, which a program that runs later
# cannot.

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
