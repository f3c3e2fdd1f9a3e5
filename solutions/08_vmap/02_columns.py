# ---
# title: Map over columns with in_axes and out_axes
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "The readings of a sensor are a column of `readings`, which is axis 1. Its gain is an element
#     of `gains`, which is axis 0."
#   - "`vmap` stacks the results along axis 0 unless `out_axes` is given. Here, the result of each
#     lane must be a column."
#   - "`jax.vmap(changes, in_axes=(1, 0), out_axes=1)(readings, gains)`."
# ---

# %% [markdown]
# Return the changes of each sensor from hour to hour, in the layout of `readings`, and compute all
# sensors in parallel.
#
# - `readings` has a row for each hour and a column for each sensor. Each sensor has its own gain.
# - The result has the same columns, but one row fewer. `changes` returns the changes of one sensor.
# - The span (longest chain of dependent operations) may be at most 24 for 64 hours and 64 sensors,
#   twelve times that of our solution.
#
# For example, `readings = [[1, 5], [4, 3]]` with `gains = [2, 10]` gives `[[6, -20]]`.

# %% given
import jax
import jax.numpy as jnp


def changes(series, gain):
    """series: f32[h], gain: f32[] -> f32[h - 1]: gain times (each reading minus the previous)."""
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
    budget=Budget(span=12),  # allows two matrix products: one for differences, one for gains
)
