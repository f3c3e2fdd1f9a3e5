# ---
# title: Replace negative values by zero
# kind: program
# points: 1
# minutes: 2
# hints:
#   - "In NumPy you would write into the array. In JAX you create a new array: for each reading,
#     choose between two values."
#   - "`readings < 0` compares all readings at once. `jnp.where(condition, a, b)` takes each element
#     from `a` where the condition is true, and from `b` elsewhere."
#   - "`return jnp.where(readings < 0, 0, readings)`. Run the cell, then the check, and read the
#     message of the check."
# choices:
#   "readings < 0": 0 stays 0 either way
# ---

# %% [markdown]
# A sensor cannot measure values below zero. Return a copy of `readings` in which every negative
# reading is replaced by zero.
#
# For example, `[3.0, -1.5, 0.0]` becomes `[3.0, 0.0, 0.0]`.
#
# Replace the line that raises an error, run the cell, then run the check below it. Afterwards, make
# your answer wrong on purpose and run both cells again: the check shows the input, the expected
# result, your result, and the smallest input for which they differ. The check traces your function,
# as `jit` does, so the function must work on arrays whose values are not known yet.

# %% given
import jax.numpy as jnp


# %% answer
def no_negatives(readings):
    """readings: f32[n] -> f32[n]. One line."""
    ### BEGIN SOLUTION
    return jnp.where(readings < 0, 0, readings)
    ### END SOLUTION


# %% check
import numpy as np

check(
    no_negatives,
    spec=lambda readings: np.array([max(reading, 0) for reading in readings]),
    given="readings: f32[n] in -9.0..9.0",
)
