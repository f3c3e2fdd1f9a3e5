# %% wrong: whole_gradient
# You added up the whole gradient on every device and kept an eighth of it: that sends one and a
# half times the bytes. `psum_scatter` leaves each device its rows of the sum.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        gradient = jax.lax.psum(x.T @ (x @ whole - y) / (8 * len(x)), "devices")
# +        first = jax.lax.axis_index("devices") * len(w)
# +        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))


# %% wrong: its_own_gradient
# Each device took the rows of its own gradient: it has learnt only from its own examples. The rows
# have to be added up across devices.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        first = jax.lax.axis_index("devices") * len(w)
# +        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))


# %% wrong: mean_of_its_own_gradient
# Each device took the rows of its own gradient and divided by its own examples, so it learned only
# from these. Add up the rows across devices with `psum_scatter`.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        gradient = x.T @ (x @ whole - y) / len(x)
# +        first = jax.lax.axis_index("devices") * len(w)
# +        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))


# %% wrong: half_of_the_gradient
# You halved the gradient as well. The new momentum is `0.5 * v` plus the whole gradient.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        v = 0.5 * (v + jax.lax.psum_scatter(gradient, "devices", tiled=True))


# %% wrong: momentum_gathered
# You gathered the momentum as well. Each device needs only its strip of it: update your rows of it
# with your rows of the gradient.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        past = jax.lax.all_gather(v, "devices", tiled=True)
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        v = jax.lax.psum_scatter(0.5 * past / 8 + gradient, "devices", tiled=True)


# %% wrong: own_columns
# You multiplied your strip of the weights with your own columns of `x`: that is a part of each sum.
# Each device needs all weights for its examples.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        first = jax.lax.axis_index("devices") * len(w)
# +        own = jax.lax.dynamic_slice_in_dim(x, first, len(w), axis=1)
# +        gradient = x.T @ (own @ w - y) / (8 * len(x))


# %% wrong: strips_added_up
# You added up the strips of `w` as if they were parts of one sum. They are different rows: put them
# one below the other, with `all_gather`.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jnp.tile(jax.lax.psum(w, "devices"), (8, 1))


# %% wrong: eight_steps_long
# Your gradient is eight times too long: you added up eight means. Divide by all examples.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        gradient = x.T @ (x @ whole - y) / len(x)


# %% wrong: not_divided
# You did not divide by the number of examples. The loss is a mean over all of them.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        gradient = x.T @ (x @ whole - y)


# %% wrong: old_momentum
# You moved the weights by the old momentum. Use the new one, with this step's gradient in it.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        new = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * v, new


# %% wrong: without_momentum
# You moved the weights only by the gradient. They move by the new momentum.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        own = jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * own, 0.5 * v + own


# %% wrong: old_momentum_returned
# The weights are right, but you returned the old momentum. The next step needs the new one.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        new = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * new, v


# %% wrong: rate_in_the_momentum
# You put the rate into the momentum. Here the momentum takes in the whole gradient, and the weights
# move by 0.25 of the momentum.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        v = 0.5 * v + 0.25 * jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - v, v


# %% wrong: momentum_first
# The two results are swapped: first the weights, then the momentum.
#
# -        return w - 0.25 * v, v
# +        return v, w - 0.25 * v


# %% wrong: twice_the_gradient
# The loss has 1/2 in front, so its gradient has no 2.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        gradient = 2 * x.T @ (x @ whole - y) / (8 * len(x))


# %% wrong: batch_gathered
# Every device gets all examples: then each of the eight does the whole work. Send weights and
# gradients, not examples.
def momentum_step(w, v, x, y):
    def strip(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", tiled=True)
        x = jax.lax.all_gather(x, "devices", tiled=True)
        y = jax.lax.all_gather(y, "devices", tiled=True)
        first = jax.lax.axis_index("devices") * len(w)
        gradient = x.T @ (x @ whole - y) / len(x)
        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))
        return w - 0.25 * v, v

    return fully_sharded(strip)(w, v, x, y)


# %% wrong: one_device
# That is a program of one device: nothing says what each of the eight does.
def momentum_step(w, v, x, y):
    v = 0.5 * v + x.T @ (x @ w - y) / len(x)
    return w - 0.25 * v, v


# %% right: by_grad
def momentum_step(w, v, x, y):
    @fully_sharded
    def run(w, v, x, y):
        def loss(w):
            return 0.5 * ((x @ w - y) ** 2).sum() / (8 * len(x))

        gradient = jax.grad(loss)(jax.lax.all_gather(w, "devices", tiled=True))
        v = v / 2 + jax.lax.psum_scatter(gradient, "devices", tiled=True)
        return w - v / 4, v

    return run(w, v, x, y)


# %% right: differentiated_through_the_gather
def momentum_step(w, v, x, y):
    def strip(w, v, x, y):
        def loss(w):
            whole = jax.lax.all_gather(w, "devices", tiled=True)
            return 0.5 * ((x @ whole - y) ** 2).sum() / (8 * len(x))

        # What undoes a gather of values is a scattered sum of gradients.
        v = 0.5 * v + jax.grad(loss)(w)
        return w - 0.25 * v, v

    return fully_sharded(strip)(w, v, x, y)


# %% right: mean_of_means
def momentum_step(w, v, x, y):
    def strip(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", axis=0, tiled=True)
        gradient = jnp.einsum("bk,bn->kn", x, x @ whole - y) / len(x)
        own = jax.lax.psum_scatter(gradient, "devices", scatter_dimension=0, tiled=True) / 8
        v = 0.5 * v + own
        return w - 0.25 * v, v

    return fully_sharded(strip)(w, v, x, y)


# %% right: by_all_to_all
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jax.lax.all_gather(w, "devices").reshape(8 * len(w), -1)
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        rows = gradient.reshape(8, len(w), -1)
# +        rows = jax.lax.all_to_all(rows, "devices", split_axis=0, concat_axis=0)
# +        v = 0.5 * v + rows.sum(axis=0)
