# %% wrong: gradient_of_batch_loss
# You returned the squared norm of the gradient of the *batch*, in which the examples are already
# summed. Take the gradient of the loss of one example, and map this gradient with `vmap`.
def gradient_norms(net, x, y):
    grads = jax.grad(lambda net: jax.vmap(loss, (None, 0, 0))(net, x, y).sum())(net)
    return jnp.full(len(x), (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum())


# %% wrong: single_value
# You returned one value for the whole batch: the squared norm of the gradient of all examples
# together. Take the gradient of the loss of one example, and map this gradient with `vmap`.
def gradient_norms(net, x, y):
    grads = jax.grad(lambda net: jax.vmap(loss, in_axes=(None, 0, 0))(net, x, y).sum())(net)
    return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()


# %% wrong: bias_forgotten
# You left out the gradient of `b`. Add the squares of all elements of the gradient.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum(axis=(1, 2))


# %% wrong: net_mapped
# You mapped over `net` as well. All examples share `net`: use `None` for it in `in_axes`, although
# it is a dictionary.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss))(net, x, y)
    return (grads["w"] ** 2).sum(axis=1) + grads["b"] ** 2


# %% wrong: added_before_squaring
# You added up the elements before you squared them. Square each element first, then add.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return grads["w"].sum(axis=(1, 2)) ** 2 + grads["b"].sum(axis=1) ** 2


# %% wrong: square_root_taken
# You returned the norm. The task asks for the *squared* norm: leave out the square root.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return jnp.sqrt((grads["w"] ** 2).sum(axis=(1, 2)) + (grads["b"] ** 2).sum(axis=1))


# %% wrong: gradients_of_the_input
# You computed the gradient with respect to `x`. The task asks for the gradient with respect to
# `net`, which is the first argument and the default of `jax.grad`.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss, argnums=1), (None, 0, 0))(net, x, y)
    return (grads**2).sum(axis=1)


# %% wrong: losses_returned
# You returned the losses. The task asks for their gradients: use `jax.grad`.
def gradient_norms(net, x, y):
    return jax.vmap(loss, (None, 0, 0))(net, x, y)


# %% wrong: summed_over_examples
# You summed over the examples as well. Keep axis 0 of the gradients, which counts the examples.
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()


# %% wrong: one_example_at_a_time
# Your values are right, but you process one example after another: each iteration waits for the
# previous one. Use `vmap`, which can map a gradient like any other function.
def gradient_norms(net, x, y):
    def norm(example):
        grads = jax.grad(loss)(net, *example)
        return (grads["w"] ** 2).sum() + (grads["b"] ** 2).sum()

    return jax.lax.map(norm, (x, y))


# %% wrong: jacobian_of_the_batch
# Your values are right, but `jax.jacrev` of the whole batch runs the backward pass through all
# examples once for each loss, and nearly all results are zero. Use `vmap` of `jax.grad` of the loss
# of one example.
def gradient_norms(net, x, y):
    grads = jax.jacrev(jax.vmap(loss, (None, 0, 0)))(net, x, y)
    return (grads["w"] ** 2).sum((1, 2)) + (grads["b"] ** 2).sum(1)


# %% right: for_one_then_for_many
def gradient_norms(net, x, y):
    def norm(x, y):
        grads = jax.grad(loss)(net, x, y)
        return sum((part**2).sum() for part in grads.values())

    return jax.vmap(norm)(x, y)


# %% right: by_tree
def gradient_norms(net, x, y):
    grads = jax.vmap(jax.grad(loss), (None, 0, 0))(net, x, y)
    parts = jax.tree.map(lambda part: jnp.sum(part.reshape(len(x), -1) ** 2, axis=1), grads)
    return parts["w"] + parts["b"]


# %% right: closed_form
def gradient_norms(net, x, y):
    error = x @ net["w"].T + net["b"] - y
    return (error**2).sum(1) * ((x**2).sum(1) + 1)
