# %% wrong: gradients_not_reduced
# Each device used only its own examples and ended with its own weights. Add up the gradients across
# devices.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w - 0.25 * gradient


# %% wrong: gradient_eight_times_too_large
# Your step is eight times as long as it should be. Either you added up eight means without dividing
# by all examples, or you summed over the devices twice, in the loss and in its gradient. Divide by
# the number of all examples, and sum once.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = x.T @ (x @ w - y) / len(x)


# %% wrong: gradient_an_eighth
# Your step is an eighth as long as it should be. Either you divided by all examples *and* averaged
# over the devices, or you multiplied a `len(x)` from outside `shard_fn`, which counts all examples,
# by eight. Divide by the number of all examples exactly once.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w - 0.25 * jax.lax.pmean(gradient, "devices")


# %% wrong: psum_in_loss
# Each device used only its own gradient. If your loss contains a `psum` or `pmean`: with
# `check_vma=False`, its gradient does not contain the gradients of the other devices. Differentiate
# each device's own loss, then add up the gradients.
def same_step(w, x, y):
    def shard_fn(w, x, y):
        def loss(w):
            own = 0.5 * ((x @ w - y) ** 2).sum() / (8 * len(x))
            return jax.lax.psum(own, "devices")

        return w - 0.25 * jax.grad(loss)(w)

    return data_parallel(shard_fn)(w, x, y)


# %% wrong: not_scaled
# You did not divide by the number of examples. The loss is a mean over all examples. Divide by `b`.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = x.T @ (x @ w - y)


# %% wrong: weights_summed
# You added up the new weights of all devices, which gives about eight times the weights of one
# device. Add up the gradients instead.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return jax.lax.psum(w - 0.25 * gradient, "devices")


# %% wrong: batch_gathered
# You gathered all examples, so each of the eight devices does the whole work. Let each device use
# its own examples, and send gradients instead.
def same_step(w, x, y):
    def shard_fn(w, x, y):
        x = jax.lax.all_gather(x, "devices", tiled=True)
        y = jax.lax.all_gather(y, "devices", tiled=True)
        return w - 0.25 * x.T @ (x @ w - y) / len(x)

    return data_parallel(shard_fn)(w, x, y)


# %% wrong: gradients_gathered
# Your values are right, but every device receives the gradients of all others and adds them up
# itself. That sends four times as many bytes as a `psum`. Use `psum`.
def same_step(w, x, y):
    def shard_fn(w, x, y):
        gradients = jax.lax.all_gather(x.T @ (x @ w - y), "devices")
        return w - 0.25 * gradients.sum(axis=0) / (8 * len(x))

    return data_parallel(shard_fn)(w, x, y)


# %% wrong: weights_averaged_too
# Your values are right, but after adding up the gradients you averaged weights that are already
# equal. That doubles the number of bytes sent. Leave out the second collective.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return jax.lax.pmean(w - 0.25 * jax.lax.psum(gradient, "devices"), "devices")


# %% wrong: factor_2_too_many
# Your gradient is twice as large as it should be. The factor 0.5 of the loss cancels the 2 of the
# square. Leave out the 2.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = 2 * x.T @ (x @ w - y) / (8 * len(x))


# %% wrong: mean_of_the_outputs
# You averaged over the outputs, too. The loss *sums* the squared errors of one example. Divide only
# by the number of examples.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        def loss(w):
# +            return 0.5 * ((x @ w - y) ** 2).mean()
# +
# +        return w - 0.25 * jax.lax.pmean(jax.grad(loss)(w), "devices")


# %% wrong: one_device
# You wrote a program for one device. Write a function that computes the part of one of the eight
# devices, and pass that function to `data_parallel`.
def same_step(w, x, y):
    return w - 0.25 * x.T @ (x @ w - y) / len(x)


# %% right: mean_of_means
def same_step(w, x, y):
    def shard_fn(w, x, y):
        def loss(w):
            return 0.5 * ((x @ w - y) ** 2).sum() / len(x)

        return w - 0.25 * jax.lax.pmean(jax.grad(loss)(w), "devices")

    return data_parallel(shard_fn)(w, x, y)


# %% right: by_grad
def same_step(w, x, y):
    def shard_fn(w, x, y):
        def loss(w):
            return 0.5 * ((x @ w - y) ** 2).sum()

        return w - 0.25 / (8 * len(x)) * jax.lax.psum(jax.grad(loss)(w), "devices")

    return data_parallel(shard_fn)(w, x, y)


# %% right: mean_of_the_weights
def same_step(w, x, y):
    @data_parallel
    def run(w, x, y):
        return jax.lax.pmean(w - 0.25 * x.T @ (x @ w - y) / len(x), "devices")

    return run(w, x, y)


# %% right: counted_by_a_sum
def same_step(w, x, y):
    count = len(x)

    def shard_fn(w, x, y):
        off = jnp.einsum("bk,kn->bn", x, w) - y
        total = jax.lax.psum(jnp.einsum("bk,bn->kn", x, off), "devices")
        return w - total / (4 * count)

    return data_parallel(shard_fn)(w, x, y)


# %% right: scattered_and_gathered
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        rows = jax.lax.psum_scatter(gradient, "devices", scatter_dimension=0, tiled=True)
# +        return w - 0.25 * jax.lax.all_gather(rows, "devices", axis=0, tiled=True)


# %% right: update_before_it_is_gathered
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        rows = jax.lax.psum_scatter(gradient, "devices", scatter_dimension=0, tiled=True)
# +        first = jax.lax.axis_index("devices") * len(rows)
# +        own = jax.lax.dynamic_slice_in_dim(w, first, len(rows)) - 0.25 * rows
# +        return jax.lax.all_gather(own, "devices", axis=0, tiled=True)
