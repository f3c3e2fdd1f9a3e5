# ---
# title: "Fix: a training step that loops over its examples"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "`jax.grad` needs a function that returns a scalar. Which scalar should decrease, the error of
#     one example or of all of them together?"
#   - "`jax.vmap(error, in_axes=(None, 0, 0))` returns the errors of all examples, with the same
#     weights for each. Their mean is a scalar function of `weights`."
#   - "With a function `mean_error(weights)` that returns the `jnp.mean` of
#     `jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys)`, the answer is
#     `weights - RATE * jax.grad(mean_error)(weights)`."
# ---

# %% [markdown]
# Rewrite `train_slow` as `train`, which returns the same new weights but does not load the weights
# again for each example.
#
# Each row of `xs` is the input of an example, and each row of `ys` is its target. `error` is the
# error of one example. `jax.grad(error)` returns its gradient, the derivative with respect to each
# weight. `train_slow` computes the gradient of one example after another with `jax.lax.map`. Each
# gradient is a matrix as large as the weights. Then it subtracts `RATE` times the mean of the
# gradients from the weights.
#
# The mean of the gradients is the gradient of the mean. Compute it once, for all examples together.
# The check counts four costs for 32 examples and weights of 64 by 64:
#
# - The bytes moved (loaded and stored) may be at most 208,800, 1.5 times those of our solution.
# - The work may be at most 1.07 million operations, twice that of our solution.
# - The span (longest chain of dependent operations) may be at most 36, twice that of our solution.
# - No intermediate array may have more than `2 * k * d` elements, twice the weights.

# %% given
import jax
import jax.numpy as jnp

RATE = 0.125


def error(weights, x, y):
    return jnp.sum((weights @ x - y) ** 2)


def train_slow(weights, xs, ys):
    grads = jax.lax.map(lambda example: jax.grad(error)(weights, *example), (xs, ys))
    return weights - RATE * grads.mean(0)


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
