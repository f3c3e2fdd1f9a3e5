# %% wrong: slope_of_the_sum
# That is the length of the *batch's* gradient: the examples were added up before you squared. Take
# the gradient of one example's loss, and `vmap` that.
def each_pull(net, x, y):
    grads = jax.grad(lambda net: jax.vmap(loss, (None, 0, 0))(net, x, y).sum())(net)
    return jnp.full(len(x), (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum())


# %% wrong: one_number_for_all
# One number came for the whole batch: the gradient of all examples together. Each example has one
# of its own: take the gradient of one example's loss, and `vmap` that.
def each_pull(net, x, y):
    grads = jax.grad(lambda net: jax.vmap(loss, in_axes=(None, 0, 0))(net, x, y).sum())(net)
    return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()


# %% wrong: bias_forgotten
# You left the slopes of `b` out. The gradient has all of `net` in it.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum(axis=(1, 2))


# %% wrong: net_apart
# `vmap` took the net apart along with the examples. Everyone gets all of it: `None` in its place,
# also where the argument is a dict.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss))(net, x, y)
    return (grads["w"] ** 2).sum(axis=1) + grads["b"] ** 2


# %% wrong: added_before_squaring
# You added the slopes up before you squared them. Square each, then add.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return grads["w"].sum(axis=(1, 2)) ** 2 + grads["b"].sum(axis=1) ** 2


# %% wrong: took_the_root
# Right, except for the root: the *squared* length is asked for.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return jnp.sqrt((grads["w"] ** 2).sum(axis=(1, 2)) + (grads["b"] ** 2).sum(axis=1))


# %% wrong: slopes_of_the_input
# Those are the slopes with respect to `x`: how the loss changes with the photo. `jax.grad` takes
# them of the first argument, and that is `net`.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss, argnums=1), (None, 0, 0))(net, x, y)
    return (grads**2).sum(axis=1)


# %% wrong: the_losses
# Those are the losses. Their slopes are asked for: `jax.grad`.
def each_pull(net, x, y):
    return jax.vmap(loss, (None, 0, 0))(net, x, y)


# %% wrong: all_added_up
# You added over the examples as well. Leave axis 0 of the slopes: it is theirs.
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()


# %% wrong: one_example_at_a_time
# Your numbers are right, but you take one example after another: each turn of your loop waits for
# the turn before. `vmap` takes a gradient as it takes any function.
def each_pull(net, x, y):
    def pull(example):
        grads = jax.grad(loss)(net, *example)
        return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()

    return jax.lax.map(pull, (x, y))


# %% wrong: jacobian_of_the_batch
# Your numbers are right. But `jax.jacrev` of the whole batch goes back through all examples once
# for each loss, and nearly all it finds are zeros. One example's loss needs one example: `vmap` of
# `grad`.
def each_pull(net, x, y):
    grads = jax.jacrev(jax.vmap(loss, (None, 0, 0)))(net, x, y)
    return (grads["w"] ** 2).sum((1, 2)) + (grads["b"] ** 2).sum(1)


# %% right: for_one_then_for_many
def each_pull(net, x, y):
    def pull(x, y):
        grads = jax.grad(loss)(net, x, y)
        return sum((part**2).sum() for part in grads.values())

    return jax.vmap(pull)(x, y)


# %% right: by_tree
def each_pull(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    parts = jax.tree.map(lambda part: jnp.sum(part.reshape(len(x), -1) ** 2, axis=1), grads)
    return parts["w"] + parts["b"]


# %% right: without_the_slopes
def each_pull(net, x, y):
    off = x @ net["w"].T + net["b"] - y
    return (off**2).sum(1) * ((x**2).sum(1) + 1)
