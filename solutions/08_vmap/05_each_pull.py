# ---
# title: How hard does each example pull?
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "`jax.grad(loss)` gives the grads of `net` for one example, in a dict like `net`. What would
#     run it for all examples?"
#   - "`net` goes whole to everyone, `x` and `y` are taken apart: `in_axes=(None, 0, 0)`. In what
#     comes out, every part of the dict has one more axis, at the front: the examples."
#   - "Square the grads and add them up for each example: `(grads[\"w\"] ** 2).sum(axis=(1, 2)) +
#     (grads[\"b\"] ** 2).sum(axis=1)`."
# ---

# %% [markdown]
# For each example of a batch, give the squared length of its own gradient: the sum of the squares
# of all its grads, those of `w` and those of `b`.
#
# `loss` is the loss of one example. `jax.grad(loss)` gives the grads of its first argument, in a
# dict of the same form. A batch's gradient is the sum of all examples', and no longer says how
# hard each pulled. To clip the largest ones, as training with *differential privacy* does, you
# must know it for each. The check looks at the work and at what waits: no example waits for
# another.

# %% given
import jax
import jax.numpy as jnp


def loss(net, x, y):
    """net: {w: f32[h, d], b: f32[h]}, x: f32[d], y: f32[h] -> one number."""
    return ((jnp.dot(net["w"], x) + net["b"] - y) ** 2).sum() / 2


# %% answer
def each_pull(net, x, y):
    """net: {w: f32[h, d], b: f32[h]}, x: f32[n, d], y: f32[n, h] -> f32[n]. Two to five lines."""
    ### BEGIN SOLUTION
    grads = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum(axis=(1, 2)) + (grads["b"] ** 2).sum(axis=1)
    ### END SOLUTION


# %% check
import numpy as np


def plain(net, x, y):
    pulls = []
    for inputs, wanted in zip(x, y):
        off = net["w"] @ inputs + net["b"] - wanted
        pulls.append(np.sum(np.outer(off, inputs) ** 2) + np.sum(off**2))
    return np.array(pulls)


check(
    each_pull,
    spec=plain,
    given="net: {w: f32[h, d], b: f32[h]}, x: f32[n, d], y: f32[n, h], "
    "n in 1..32, d in 1..32, h in 1..16",
    tolerance=1e-6,  # squares of squares may leave the whole numbers that float32 has
    budget=Budget(span=2, work=2),
)
