# ---
# title: Compute the forward pass of two layers
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "The examples are the rows of `x`. What does `x @ w` do with each row?"
#   - "A layer is a product, an addition and a `maximum`. The last layer has no `maximum`."
#   - "`hidden = jnp.maximum(x @ params[\"w1\"] + params[\"b1\"], 0)`. Then apply the second layer
#     to `hidden`."
# ---

# %% [markdown]
# Return the scores that a network with two layers computes for a whole batch, with one matrix
# product for each layer.
#
# - The first layer computes `maximum(x @ w1 + b1, 0)`.
# - The second layer multiplies this by `w2` and adds `b2`. It has no `maximum`, because its results
#   are scores, which may be negative.
#
# The check counts four costs for `n = d = h = 64` and `c = 16`:
#
# - There may be at most two matrix products.
# - The work may be at most 1.32 million operations, twice that of our solution.
# - The bytes moved may be at most 230,000, twice those of our solution. A program that loads the
#   weights again for each example exceeds this limit.
# - No intermediate array may have more than `2 * n * h` elements. A program that stores the terms
#   of a product before it adds them exceeds this limit.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def scores(params, x):
    """params: {w1: f32[d, h], b1: f32[h], w2: f32[h, c], b2: f32[c]}, x: f32[n, d] -> f32[n, c].

    Two lines."""
    ### BEGIN SOLUTION
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return hidden @ params["w2"] + params["b2"]
    ### END SOLUTION


# %% check
import numpy as np

check(
    scores,
    spec=lambda params, x: (
        np.maximum(x @ params["w1"] + params["b1"], 0) @ params["w2"] + params["b2"]
    ),
    given="params: {w1: f32[d, h], b1: f32[h], w2: f32[h, c], b2: f32[c]}, x: f32[n, d], "
    "n in 1..64, d in 1..64, h in 1..64, c in 1..16",
    budget=Budget(work=2, products=1, bytes=2, largest=2),
)
