# ---
# title: How hard does each example pull?
# kind: program
# points: 1
# minutes: 12
# hints:
#   - "`jax.grad(loss)` gives the slopes of `net` for one example, in a dict like `net`. What would
#     run it for all examples?"
#   - "`net` goes whole to everyone, `x` and `y` are taken apart: `in_axes=(None, 0, 0)`. In what
#     comes out, every part of the dict has one more axis, at the front: the examples."
#   - "Square the slopes and add them up for each example: `(slopes[\"w\"] ** 2).sum(axis=(1, 2)) +
#     (slopes[\"b\"] ** 2).sum(axis=1)`."
# ---

# %% [markdown]
# For each example of a batch, give the squared length of its own gradient: the sum of the squares
# of all its slopes, those of `w` and those of `b`.
#
# `loss` is the loss of one example. `jax.grad(loss)` gives the slopes of its first argument, in a
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
    slopes = jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(net, x, y)
    return (slopes["w"] ** 2).sum(axis=(1, 2)) + (slopes["b"] ** 2).sum(axis=1)
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


# %% wrong: slope_of_the_sum
# That is the length of the *batch's* gradient: the examples were added up before you squared. Take
# the gradient of one example's loss, and `vmap` that.
def each_pull(net, x, y):
    slopes = jax.grad(lambda net: jax.vmap(loss, (None, 0, 0))(net, x, y).sum())(net)
    return jnp.full(len(x), (slopes["w"] ** 2).sum() + (slopes["b"] ** 2).sum())


# %% wrong: one_number_for_all
# One number came for the whole batch: the gradient of all examples together. Each example has one
# of its own: take the gradient of one example's loss, and `vmap` that.
def each_pull(net, x, y):
    slopes = jax.grad(lambda net: jax.vmap(loss, in_axes=(None, 0, 0))(net, x, y).sum())(net)
    return (slopes["w"] ** 2).sum() + (slopes["b"] ** 2).sum()


# %% wrong: bias_forgotten
# You left the slopes of `b` out. The gradient has all of `net` in it.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (slopes["w"] ** 2).sum(axis=(1, 2))


# %% wrong: net_apart
# `vmap` took the net apart along with the examples. Everyone gets all of it: `None` in its place,
# also where the argument is a dict.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss))(net, x, y)
    return (slopes["w"] ** 2).sum(axis=1) + slopes["b"] ** 2


# %% wrong: added_before_squaring
# You added the slopes up before you squared them. Square each, then add.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return slopes["w"].sum(axis=(1, 2)) ** 2 + slopes["b"].sum(axis=1) ** 2


# %% wrong: took_the_root
# Right, except for the root: the *squared* length is asked for.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return jnp.sqrt((slopes["w"] ** 2).sum(axis=(1, 2)) + (slopes["b"] ** 2).sum(axis=1))


# %% wrong: slopes_of_the_input
# Those are the slopes with respect to `x`: how the loss changes with the photo. `jax.grad` takes
# them of the first argument, and that is `net`.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss, argnums=1), (None, 0, 0))(net, x, y)
    return (slopes**2).sum(axis=1)


# %% wrong: the_losses
# Those are the losses. Their slopes are asked for: `jax.grad`.
def each_pull(net, x, y):
    return jax.vmap(loss, (None, 0, 0))(net, x, y)


# %% wrong: all_added_up
# You added over the examples as well. Leave axis 0 of the slopes: it is theirs.
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (slopes["w"] ** 2).sum() + (slopes["b"] ** 2).sum()


# %% wrong: one_example_at_a_time
# Your numbers are right, but you take one example after another: each turn of your loop waits for
# the turn before. `vmap` takes a gradient as it takes any function.
def each_pull(net, x, y):
    def pull(example):
        slopes = jax.grad(loss)(net, *example)
        return (slopes["w"] ** 2).sum() + (slopes["b"] ** 2).sum()

    return jax.lax.map(pull, (x, y))


# %% wrong: jacobian_of_the_batch
# Your numbers are right. But `jax.jacrev` of the whole batch goes back through all examples once
# for each loss, and nearly all it finds are zeros. One example's loss needs one example: `vmap` of
# `grad`.
def each_pull(net, x, y):
    slopes = jax.jacrev(jax.vmap(loss, (None, 0, 0)))(net, x, y)
    return (slopes["w"] ** 2).sum((1, 2)) + (slopes["b"] ** 2).sum(1)


# %% right: for_one_then_for_many
def each_pull(net, x, y):
    def pull(x, y):
        slopes = jax.grad(loss)(net, x, y)
        return sum((part**2).sum() for part in slopes.values())

    return jax.vmap(pull)(x, y)


# %% right: by_tree
def each_pull(net, x, y):
    slopes = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    parts = jax.tree.map(lambda part: jnp.sum(part.reshape(len(x), -1) ** 2, axis=1), slopes)
    return parts["w"] + parts["b"]


# %% right: without_the_slopes
def each_pull(net, x, y):
    off = x @ net["w"].T + net["b"] - y
    return (off**2).sum(1) * ((x**2).sum(1) + 1)
