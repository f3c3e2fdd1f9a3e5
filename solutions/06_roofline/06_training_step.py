# ---
# title: "Fix: a training step, one example at a time"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "`jax.grad` needs a function with one number as its result. Which number should fall: the
#     error of one example, or of all of them together?"
#   - "`jax.vmap(error, in_axes=(None, 0, 0))` gives the errors of all examples, with the same
#     weights for each. Their mean is one number, a function of `weights`."
#   - "With a function `mean_error(weights)` that returns the `jnp.mean` of `jax.vmap(error,
#     in_axes=(None, 0, 0))(weights, xs, ys)`, the answer is `weights - RATE *
#     jax.grad(mean_error)(weights)`."
# ---

# %% [markdown]
# Rewrite `train_slow` so that it takes the same step, and the weights cross the memory once, not
# once for each example.
#
# To train a layer is to change its weights a little, again and again, so that its error falls.
# `error` is that of one example: `x` goes in, `y` should come out. `jax.grad(error)` is its slope
# for each weight. `train_slow` takes example after example (`jax.lax.map` calls its function on one
# row after another), works out the slopes of each, a matrix as large as the weights, and then their
# mean. Every weight goes down its mean slope, times `RATE`.
#
# The mean of the slopes is the slope of the mean. So ask once, for all examples together.

# %% given
import jax
import jax.numpy as jnp

RATE = 0.125


def error(weights, x, y):
    return jnp.sum((weights @ x - y) ** 2)


def train_slow(weights, xs, ys):
    slopes = jax.lax.map(lambda example: jax.grad(error)(weights, *example), (xs, ys))
    return weights - RATE * slopes.mean(0)


# %% answer
def train(weights, xs, ys):
    """weights: f32[k, d], xs: f32[b, d], ys: f32[b, k] -> f32[k, d]. Three to five lines."""

    ### BEGIN SOLUTION
    def mean_error(weights):
        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))

    return weights - RATE * jax.grad(mean_error)(weights)
    ### END SOLUTION


# %% check
check(
    train,
    given="weights: f32[k, d], xs: f32[b, d], ys: f32[b, k]",
    budget=Budget(work=2, bytes=1.5, largest=2, span=2, at={"k": 64, "d": 64, "b": 32}),
    tolerance=1e-5,
)
