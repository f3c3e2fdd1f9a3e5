# ---
# title: "Fix: a training step that recompiles"
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "Which two arguments are static in `step_slow`, and how does the program depend on each? One
#     of them determines the length of a slice."
#   - "Process all `n` rows. Then exclude the rows of the previous batch from the loss. Which array
#     of row indices tells them apart?"
#   - "With `real = jnp.arange(len(x)) < count`, the loss is `jnp.where(real[:, None], errors**2,
#     0).sum() / count`. No `static_argnames`."
# choices:
#   "x @ params['w'] + params['b'] - y": its sign is lost in the square
# ---

# %% [markdown]
# Rewrite `step_slow` as `step`, which returns the same values but compiles only once for all values
# of `count` and `rate`.
#
# A loader fills the same `n` rows again and again. The last batch of an epoch has fewer examples:
# the first `count` rows are examples, and the rows after them still hold data of the previous
# batch, which must not count.
#
# The loss of one example is the sum of the squared errors of its outputs. The loss of the batch is
# the mean over the `count` examples. Return the parameters after one step of gradient descent:
# subtract `rate` times the gradient from each of them.
#
# - The check calls your function with several values of `count` and `rate`. All of these calls must
#   share one compiled program.
# - For `n = 64`, `d = 32` and `c = 8`, the work may be at most 103,800 operations, 1.5 times that
#   of our solution, which processes all `n` rows.

# %% given
from functools import partial

import jax
import jax.numpy as jnp


@partial(jax.jit, static_argnames=("count", "rate"))
def step_slow(params, x, y, count, rate):
    def loss(params):
        errors = x[:count] @ params["w"] + params["b"] - y[:count]
        return (errors**2).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)


# %% answer
def step(params, x, y, count, rate):
    """params: {w: f32[d, c], b: f32[c]}, x: f32[n, d], y: f32[n, c], count (1..n) and rate: traced
    scalars -> a dict like params. Five to seven lines."""

    ### BEGIN SOLUTION
    def loss(params):
        errors = x @ params["w"] + params["b"] - y
        real = jnp.arange(len(x)) < count
        return jnp.where(real[:, None], errors**2, 0).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)
    ### END SOLUTION


# %% check
def plain(params, x, y, count, rate):
    x, y = x[:count], y[:count]
    errors = 2 * (x @ params["w"] + params["b"] - y) / count
    return {"w": params["w"] - rate * (x.T @ errors), "b": params["b"] - rate * errors.sum(axis=0)}


check(
    step,
    spec=plain,
    given="params: {w: f32[d, c], b: f32[c]}, x: f32[n, d], y: f32[n, c], n in 1..64, d in 1..32, "
    "c in 1..8, count: int in 1..n, rate: float in 0.1..0.5",
    tolerance=1e-5,
    budget=Budget(
        work=1.5,
        compilations=1,
        at={"n": 64, "d": 32, "c": 8, "count": 48, "rate": 0.25},
        calls=[
            {"n": 8, "d": 4, "c": 2, "count": count, "rate": rate}
            for count, rate in ((8, 0.5), (8, 0.5), (8, 0.25), (3, 0.25), (8, 0.125), (3, 0.125))
        ],
    ),
)
