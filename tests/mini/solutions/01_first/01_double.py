# ---
# title: Twice as much
# kind: program
# points: 2
# minutes: 2
# hints:
#   - An array times a number is an array.
#   - Return `2 * x`.
# ---

# %% [markdown]
# Return every entry doubled.

# %% answer
def double(x):
    """x: f32[n] -> f32[n]."""
    ### BEGIN SOLUTION
    return 2 * x
    ### END SOLUTION


# %% check
import numpy as np

check(double, spec=lambda x: np.multiply(2, x), given="x: f32[n]")
