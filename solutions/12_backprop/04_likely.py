# ---
# title: Gradients of a guess
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "Write the error as a function of `params` alone and let `jax.grad` do the rest: it gives back
#     a dict like the one it took the gradients of."
#   - "`jax.nn.log_softmax(scores)` has the logarithms of all shares, and never the logarithm of 0.
#     Which one of each row is the right one's?"
#   - "With `logs = jax.nn.log_softmax(x @ params[\"w\"] + params[\"b\"])` and `right =
#     jnp.take_along_axis(logs, labels[:, None], axis=1)` the error is `-right.mean()`."
# ---

# %% [markdown]
# Give the gradients of the error for all weights of a layer that guesses, as a dict like `params`.
#
# The layer gives a score for each of `c` classes, `x @ w + b`. `softmax` makes shares of them that
# add up to 1: `exp(score)` divided by the sum of all `exp(score)` of the row. The error of an
# example is minus the logarithm of the share of the right class, `labels[i]`, and the error of the
# batch is the mean. (Its name is *cross entropy*.)
#
# Scores may be large: `exp(200)` is infinite in float32. `jax.nn.log_softmax(scores)` gives the
# logarithms of the shares of each row and never forms such a number.
# `jnp.take_along_axis(table, labels[:, None], axis=1)` picks one entry of each row.
#
# The check counts operations (work) and operations in a row (span). All examples at once: a loop of
# `jax.lax` over the examples has too large a span.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def guess_slopes(params, x, labels):
    """params: {w: f32[d, c], b: f32[c]}, x: f32[n, d], labels: i32[n] -> {w: f32[d, c], b: f32[c]}.

    Four to six lines."""

    ### BEGIN SOLUTION
    def error(params):
        logs = jax.nn.log_softmax(x @ params["w"] + params["b"])
        right = jnp.take_along_axis(logs, labels[:, None], axis=1)
        return -right.mean()

    return jax.grad(error)(params)
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, x, labels):
    scores = x @ params["w"] + params["b"]
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    off = shares / shares.sum(axis=1, keepdims=True)
    off[np.arange(len(x)), labels] -= 1
    return {"w": x.T @ off / len(x), "b": off.mean(axis=0)}


def one_in_doubt(drawn):
    """Where every guess is sure and right, all slopes are what rounding leaves of 1 - 1."""
    drawn[:1] /= 64
    return drawn


def batches(draw):
    small = draw.int(4, 8), draw.int(2, 4), 2
    large = draw.int(4, 24), draw.int(2, 16), draw.int(2, 12)
    n, d, c = draw.each([(1, 3, 4), (3, 2, 1), (2, 5, 3), small, large, (32, 16, 12)])
    params = {"w": draw.array("f32", (d, c), -20.0, 20.0), "b": draw.array("f32", (c,), -1.0, 1.0)}
    x = draw.array("f32", (n, d), -3.0, 3.0, then=one_in_doubt)
    return params, x, draw.array("i32", (n,), 0, c - 1)


# The largest gradient may be that of the row in doubt, and what rounding leaves that of the others.
check(guess_slopes, spec=plain, given=batches, tolerance=1e-4, budget=Budget(work=2, span=4))
