# ---
# title: Your first check
# kind: program
# points: 1
# minutes: 2
# hints:
#   - "In NumPy you would write into the array. Here you make a new one: a question for each
#     reading, and two answers to choose from."
#   - "`readings < 0` asks every reading at once. `jnp.where(question, yes, no)` takes from `yes`
#     where the question is true, and from `no` elsewhere."
#   - "`return jnp.where(readings < 0, 0, readings)`. Run it, and read what the check says."
# choices:
#   "readings < 0": 0 stays 0 either way
# ---

# %% [markdown]
# A sensor cannot measure less than zero. Return the readings with every negative one replaced by
# zero.
#
# Replace the line that raises, run the cell, then run the check below it. Then spoil your answer,
# run both again and read: a check says what it asked, what came, and the smallest input that
# shows the difference. A check hands over arrays that have no values yet, as `jit` does: your
# function must work on those.

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
