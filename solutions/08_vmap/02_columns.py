# ---
# title: In through one axis, out through another
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "A sensor is a column of `readings`: axis 1. Its gain is an entry of `gains`: axis 0."
#   - "What comes out is stacked along axis 0 unless `out_axes` says otherwise. Here each lane's
#     answer is to be a column again."
#   - "`jax.vmap(changes, in_axes=(1, 0), out_axes=1)(readings, gains)`."
# ---

# %% [markdown]
# For each sensor, give its changes from hour to hour, in the layout in which the readings came.
#
# `readings` has a row for each hour and a column for each sensor; every sensor has a gain of its
# own. The result has a column for each sensor, too, and one row less. `changes` does it for one
# sensor. No sensor waits for another.

# %% given
import jax
import jax.numpy as jnp


def changes(series, gain):
    """series: f32[h], gain: one number -> f32[h - 1]: each reading less the one before it."""
    return gain * jnp.diff(series)


# %% answer
def all_changes(readings, gains):
    """readings: f32[h, s], gains: f32[s] -> f32[h - 1, s]. One line."""
    ### BEGIN SOLUTION
    return jax.vmap(changes, in_axes=(1, 0), out_axes=1)(readings, gains)
    ### END SOLUTION


# %% check
import numpy as np


def plain(readings, gains):
    return np.stack([gain * np.diff(one) for one, gain in zip(readings.T, gains)], axis=1)


check(
    all_changes,
    spec=plain,
    given="readings: f32[h, s] in -9..9, gains: f32[s] in 1..5, h in 2..64, s in 1..64",
    budget=Budget(span=12),  # differences and gains may be products with matrices: two trees
)
