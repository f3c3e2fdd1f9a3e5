# ---
# title: "Fix: a training step that processes one example at a time"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "`jax.grad` needs a function that returns a scalar. Which scalar should decrease: the error of
#     one example, or that of all examples together?"
#   - "`jax.vmap(error, in_axes=(None, 0, 0))` returns the errors of all examples, with the same
#     weights for each. Their mean is a scalar function of `weights`."
#   - "Write a function `mean_error(weights)` that returns the `jnp.mean` of
#     `jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys)`. Return
#     `weights - RATE * jax.grad(mean_error)(weights)`."
# ---

# %% [markdown]
# Rewrite `train_slow` so that it takes the same training step, but loads the weights once instead
# of once for each example. Return the new weights.
#
# Training changes the weights of a layer in small steps that reduce its error. `error` is the error
# of one example, with input `x` and desired output `y`. `jax.grad(error)` is its gradient: the
# derivative for each weight. `train_slow` computes the gradient of one example after another
# (`jax.lax.map` calls its function on one row after another). Each gradient is a matrix as large as
# the weights. Then it averages the gradients, and subtracts their mean times `RATE` from the
# weights.
#
# The mean of the gradients equals the gradient of the mean error. Compute it once, for all examples
# together.

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
