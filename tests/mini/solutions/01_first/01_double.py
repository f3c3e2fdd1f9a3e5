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


# %% wrong: squared
# You squared the entries: 3 becomes 9, and 6 was asked for.
def double(x):
    return x * x


# %% wrong: in_f16
# The result is half precision; the input was `f32`.
import jax.numpy as jnp


def double(x):
    return (2 * x).astype(jnp.float16)


# %% right: sum_of_two
def double(x):
    return x + x
