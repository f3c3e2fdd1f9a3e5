# ---
# title: Compute the gradient norm of each example
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "`jax.grad(loss)` returns the gradient with respect to `net` for one example, in a dictionary
#     like `net`. How do you map it over all examples?"
#   - "All examples share `net`, and each has its own `x` and `y`, so `in_axes=(None, 0, 0)`. In the
#     result, every array of the dictionary has an additional first axis for the examples."
#   - "Square the elements and add them up for each example: `(grads[\"w\"] ** 2).sum(axis=(1, 2)) +
#     (grads[\"b\"] ** 2).sum(axis=1)`."
# ---

# %% [markdown]
# Return, for each example of a batch, the squared norm of its own gradient: the sum of the squares
# of all elements of the gradients of `w` and `b`.
#
# For example, with `w = [[1]]` and `b = [0]`, the example `x = [2]` and `y = [1]` has the gradients
# `[[2]]` and `[1]`, so its result is 5.
#
# Row `i` of `x` and row `i` of `y` belong to example `i`. `loss` is the loss of one example.
# `jax.grad(loss)` returns the gradient with respect to the first argument, in a dictionary of the
# same form. The gradient of a batch is the sum over all examples and does not show the part of
# each. Training with *differential privacy* clips large gradients of single examples, so it needs
# the norm of each.
#
# Process the examples in parallel. The check counts two costs for `n = 32`, `d = 32` and `h = 16`:
#
# - The work may be at most 202,800 operations, twice that of our solution.
# - The span (longest chain of dependent operations) may be at most 44, twice that of our solution.

# %% given
import jax
import jax.numpy as jnp


def loss(net, x, y):
    """net: {w: f32[h, d], b: f32[h]}, x: f32[d], y: f32[h] -> f32[]."""
    return ((jnp.dot(net["w"], x) + net["b"] - y) ** 2).sum() / 2


# %% answer
def gradient_norms(net, x, y):
    """net: {w: f32[h, d], b: f32[h]}, x: f32[n, d], y: f32[n, h] -> f32[n]. Two to five lines."""
    ### BEGIN SOLUTION
    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum(axis=(1, 2)) + (grads["b"] ** 2).sum(axis=1)
    ### END SOLUTION


# %% check
import numpy as np


def plain(net, x, y):
    norms = []
    for inputs, wanted in zip(x, y):
        error = net["w"] @ inputs + net["b"] - wanted
        norms.append(np.sum(np.outer(error, inputs) ** 2) + np.sum(error**2))
    return np.array(norms)


check(
    gradient_norms,
    spec=plain,
    given="net: {w: f32[h, d], b: f32[h]}, x: f32[n, d], y: f32[n, h], "
    "n in 1..32, d in 1..32, h in 1..16",
    tolerance=1e-6,  # squares of squares may exceed the integers that float32 represents
    budget=Budget(span=2, work=2),
)
