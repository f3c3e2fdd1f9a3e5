# ---
# title: Compute the gradients of the cross-entropy
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "Write the loss as a function of `params` alone, and pass it to `jax.grad`. The result is a
#     dict like `params`."
#   - "`jax.nn.log_softmax(scores)` returns the logarithms of all probabilities, without ever taking
#     the logarithm of 0. Which element of each row belongs to the correct class?"
#   - "With `log_probs = jax.nn.log_softmax(x @ params[\"w\"] + params[\"b\"])` and `right =
#     jnp.take_along_axis(log_probs, labels[:, None], axis=1)`, the loss is `-right.mean()`."
# ---

# %% [markdown]
# Compute the gradients of the cross-entropy loss of a classifier with respect to its weights.
# Return a dict like `params`.
#
# - The layer computes a score for each of `c` classes, `x @ w + b`.
# - `softmax` turns the scores of an example into probabilities that add up to 1: `exp(score)`
#   divided by the sum of all `exp(score)` of the row.
# - The loss of an example is minus the logarithm of the probability of the correct class,
#   `labels[i]`. Classes are counted from 0. The loss of the batch is the mean over its examples.
#
# Scores may be large, and `exp(200)` is infinite in float32. `jax.nn.log_softmax(scores)` computes
# the logarithms of the probabilities of each row without overflow.
# `jnp.take_along_axis(table, labels[:, None], axis=1)` selects one element of each row.
#
# Process all examples in parallel. The check counts two costs for 32 examples with `d = 16` and
# `c = 12`:
#
# - The work may be at most 57,100 operations, twice that of our solution.
# - The span (longest chain of dependent operations) may be at most 104, four times that of our
#   solution. A loop of `jax.lax` over the examples exceeds it.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def softmax_gradients(params, x, labels):
    """params: {w: f32[d, c], b: f32[c]}, x: f32[n, d], labels: i32[n] -> {w: f32[d, c], b: f32[c]}.

    Four to six lines."""

    ### BEGIN SOLUTION
    def loss(params):
        log_probs = jax.nn.log_softmax(x @ params["w"] + params["b"])
        right = jnp.take_along_axis(log_probs, labels[:, None], axis=1)
        return -right.mean()

    return jax.grad(loss)(params)
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, x, labels):
    scores = x @ params["w"] + params["b"]
    probs = np.exp(scores - scores.max(axis=1, keepdims=True))
    delta = probs / probs.sum(axis=1, keepdims=True)
    delta[np.arange(len(x)), labels] -= 1
    return {"w": x.T @ delta / len(x), "b": delta.mean(axis=0)}


def make_one_uncertain(drawn):
    """Keep one prediction uncertain, so that not all gradients are rounding errors."""
    drawn[:1] /= 64
    return drawn


def batches(draw):
    small = draw.int(4, 8), draw.int(2, 4), 2
    large = draw.int(4, 24), draw.int(2, 16), draw.int(2, 12)
    n, d, c = draw.each([(1, 3, 4), (3, 2, 1), (2, 5, 3), small, large, (32, 16, 12)])
    params = {"w": draw.array("f32", (d, c), -20.0, 20.0), "b": draw.array("f32", (c,), -1.0, 1.0)}
    x = draw.array("f32", (n, d), -3.0, 3.0, then=make_one_uncertain)
    return params, x, draw.array("i32", (n,), 0, c - 1)


# The uncertain row may have the largest gradient, and the others little but rounding errors.
check(softmax_gradients, spec=plain, given=batches, tolerance=1e-4, budget=Budget(work=2, span=4))
