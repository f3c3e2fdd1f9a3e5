# ---
# title: "Fix: eight layers in no time"
# kind: program
# points: 1
# minutes: 3
# hints:
#   - "A compiler keeps what the result needs. Which of the eight products does the sum of `x` need?
#     And do eight equal products have to be worked out eight times?"
#   - "Let every round work on the result of the round before, and return the last result: then
#     nothing can be left out."
#   - "`x = layer(weights, x)` in the loop, and `return x`."
# ---

# %% [markdown]
# Rewrite `eight_slow` so that all eight layers have to be worked out: each gets the result of the
# one before, the first gets `x`, and the last result is returned. The check looks at the work.
#
# Its author timed it and found eight layers as quick as no layer at all. The compiler had seen
# that nobody uses `results`.

# %% given
import jax
import jax.numpy as jnp


def layer(weights, x):
    return (weights @ x) % 16


def eight_slow(weights, x):
    results = []
    for _ in range(8):
        results.append(layer(weights, x))
    return x.sum()


# %% answer
def eight(weights, x):
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
    eight,
    spec=in_numpy,
    given="weights: f32[n, n], x: f32[n], n in 1..64",
    budget=Budget(work=2),
)
