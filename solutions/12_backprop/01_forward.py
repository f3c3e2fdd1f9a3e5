# ---
# title: Two layers, all examples at once
# kind: program
# points: 1
# minutes: 6
# hints:
#   - "The examples are the rows of `x`. What does `x @ w` do with each of them?"
#   - "A layer is a product, an addition and a `maximum`. The last one has no `maximum`."
#   - "`hidden = jnp.maximum(x @ params[\"w1\"] + params[\"b1\"], 0)`, then the second layer on
#     `hidden`."
# ---

# %% [markdown]
# Run a batch through a network of two layers, with one product for each layer.
#
# The first layer gives `maximum(x @ w1 + b1, 0)`; the second takes that, with `w2` and `b2`, and
# has no `maximum`: its numbers are scores, and scores may be negative. You may move twice the
# bytes of ours; a program that fetches the weights again for each example moves far more. And your
# largest array may be twice as large as ours: a product of matrices adds up without writing its
# terms down.

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
