# ---
# title: "Fix: a timing loop whose layers the compiler removes"
# kind: program
# points: 1
# minutes: 3
# hints:
#   - "A compiler keeps only what the result depends on. Which of the eight products does the sum of
#     `x` depend on? And does a compiler have to compute eight identical products eight times?"
#   - "Let every iteration use the result of the previous one, and return the last result. Then the
#     compiler can remove nothing."
#   - "`x = layer(weights, x)` in the loop, and `return x`."
# ---

# %% [markdown]
# Rewrite `eight_layers_slow` as `eight_layers`, so that all eight layers must be computed, and
# return the output of the last one. The first layer gets `x`, and each later layer gets the output
# of the previous one.
#
# The author timed `jax.jit(eight_layers_slow)` and found that eight layers take no longer than
# none. The result does not depend on `results`, so the compiler removed the layers. The check
# counts the work of your program for `n = 64`: it may be at most 138,242 operations, twice that of
# our solution.

# %% given
import jax
import jax.numpy as jnp


def layer(weights, x):
    return (weights @ x) % 16


def eight_layers_slow(weights, x):
    results = []
    for _ in range(8):
        results.append(layer(weights, x))
    return x.sum()


# %% answer
def eight_layers(weights, x):
    """weights: f32[n, n], x: f32[n] -> f32[n]. Three lines."""
    ### BEGIN SOLUTION
    for _ in range(8):
        x = layer(weights, x)
    return x
    ### END SOLUTION


# %% check
import numpy as np


def in_numpy(weights, x):
    for _ in range(8):
        x = np.mod(weights @ x, 16)
    return x


check(
    eight_layers,
    spec=in_numpy,
    given="weights: f32[n, n], x: f32[n], n in 1..64",
    budget=Budget(work=2),
)
