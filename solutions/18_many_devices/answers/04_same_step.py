# %% wrong: its_own_examples
# Each device has learnt only from its own examples, and ends with weights of its own. Add up the
# gradients across devices.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w - 0.25 * gradient


# %% wrong: eight_steps_long
# Your step is eight times too long. You added up eight means, and have to divide by all examples;
# or you added up twice, in the loss and again in its gradient, and once is enough.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = x.T @ (x @ w - y) / len(x)


# %% wrong: an_eighth_of_a_step
# Your step is an eighth of what it should be: you divided by all examples *and* took the mean over
# the devices, or by eight times a `len(x)` from outside `strip`, which already counts all examples.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w - 0.25 * jax.lax.pmean(gradient, "devices")


# %% wrong: not_divided
# You did not divide by the number of examples. The loss is a mean over all of them.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = x.T @ (x @ w - y)


# %% wrong: weights_added_up
# You added up the new weights of all devices: that is about eight times the weights. Add up the
# gradients, or take the mean of the weights.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return jax.lax.psum(w - 0.25 * gradient, "devices")


# %% wrong: short_mean_of_weights
# Each device took an eighth of its own step, and then you took the mean over the devices: an eighth
# of the step is left. Before a mean, each device divides by the number of its own examples.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return jax.lax.pmean(w - 0.25 * gradient, "devices")


# %% wrong: twice_the_gradient
# The loss has 1/2 in front, so its gradient has no 2.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# +        gradient = 2 * x.T @ (x @ w - y) / (8 * len(x))


# %% wrong: mean_of_the_outputs
# You took the mean over the outputs as well. For one example take the *sum* of the squares: divide
# only by the number of examples.
#
# -        gradient = x.T @ (x @ w - y) / (8 * len(x))
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        def loss(w):
# +            return 0.5 * ((x @ w - y) ** 2).mean()
# +
# +        return w - 0.25 * jax.lax.pmean(jax.grad(loss)(w), "devices")


# %% wrong: rate_forgotten
# You subtracted the whole gradient. The step is 0.25 times it.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w - jax.lax.psum(gradient, "devices")


# %% wrong: uphill
# You went up the slope: subtract the gradient.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return w + 0.25 * jax.lax.psum(gradient, "devices")


# %% wrong: loss_added_up
# Each device took a whole step with its own examples only. If your loss contains a `psum` or
# `pmean`: with `check_vma=False` the gradient of a `psum` is a `psum` of ones, which does not
# contain the gradients of the other devices. Differentiate each device's own loss, then add up the
# gradients.
def same_step(w, x, y):
    def strip(w, x, y):
        def loss(w):
            own = 0.5 * ((x @ w - y) ** 2).sum() / (8 * len(x))
            return jax.lax.psum(own, "devices")

        return w - 0.25 * jax.grad(loss)(w)

    return data_parallel(strip)(w, x, y)


# %% wrong: batch_gathered
# Every device gets all examples: then each of the eight does the whole work. Send gradients, not
# examples.
def same_step(w, x, y):
    def strip(w, x, y):
        x = jax.lax.all_gather(x, "devices", tiled=True)
        y = jax.lax.all_gather(y, "devices", tiled=True)
        return w - 0.25 * x.T @ (x @ w - y) / len(x)

    return data_parallel(strip)(w, x, y)


# %% wrong: gradients_gathered
# Every device gets the gradients of all and adds them up by itself: right, but four times the bytes
# of a `psum`.
def same_step(w, x, y):
    def strip(w, x, y):
        gradients = jax.lax.all_gather(x.T @ (x @ w - y), "devices")
        return w - 0.25 * gradients.sum(axis=0) / (8 * len(x))

    return data_parallel(strip)(w, x, y)


# %% wrong: gradient_and_weights
# You added up the gradients, and then took the mean of weights that are equal already: twice the
# bytes.
#
# -        return w - 0.25 * jax.lax.psum(gradient, "devices")
# +        return jax.lax.pmean(w - 0.25 * jax.lax.psum(gradient, "devices"), "devices")


# %% wrong: one_device
# That is a program of one device: nothing says what each of the eight does.
def same_step(w, x, y):
    return w - 0.25 * x.T @ (x @ w - y) / len(x)


# %% right: mean_of_means
def same_step(w, x, y):
    def strip(w, x, y):
        def loss(w):
            return 0.5 * ((x @ w - y) ** 2).sum() / len(x)

        return w - 0.25 * jax.lax.pmean(jax.grad(loss)(w), "devices")

    return data_parallel(strip)(w, x, y)


# %% right: by_grad
def same_step(w, x, y):
    def strip(w, x, y):
        def loss(w):
            return 0.5 * ((x @ w - y) ** 2).sum()

        return w - 0.25 / (8 * len(x)) * jax.lax.psum(jax.grad(loss)(w), "devices")

    return data_parallel(strip)(w, x, y)


# %% right: mean_of_the_weights
def same_step(w, x, y):
    @data_parallel
    def run(w, x, y):
        return jax.lax.pmean(w - 0.25 * x.T @ (x @ w - y) / len(x), "devices")

    return run(w, x, y)


# %% right: counted_by_a_sum
def same_step(w, x, y):
    count = len(x)

    def strip(w, x, y):
        off = jnp.einsum("bk,kn->bn", x, w) - y
        total = jax.lax.psum(jnp.einsum("bk,bn->kn", x, off), "devices")
        return w - total / (4 * count)

    return data_parallel(strip)(w, x, y)


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
