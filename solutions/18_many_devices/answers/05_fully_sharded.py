# %% wrong: full_all_reduce
# You added up the whole gradient on every device and kept an eighth of it. That sends 1.5 times as
# many bytes. Use `psum_scatter`, which gives each device only its rows of the sum.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        gradient = jax.lax.psum(x.T @ (x @ whole - y) / (8 * len(x)), "devices")
# +        first = jax.lax.axis_index("devices") * len(w)
# +        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))


# %% wrong: gradients_not_reduced
# Each device kept the rows of its own gradient, so it used only its own examples. Add up the rows
# across devices with `psum_scatter`.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        first = jax.lax.axis_index("devices") * len(w)
# +        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))


# %% wrong: gradient_eight_times_too_large
# Your gradient is too large by a factor of eight, because you added up eight means. Divide by the
# number of all examples.
#
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        gradient = x.T @ (x @ whole - y) / len(x)


# %% wrong: old_momentum
# You updated the weights with the old momentum. Use the new momentum, which includes this step's
# gradient.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        new = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * v, new


# %% wrong: momentum_unused
# You updated the weights with the gradient alone. Use the new momentum instead.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        own = jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * own, 0.5 * v + own


# %% wrong: old_momentum_returned
# Your weights are right, but you returned the old momentum. The next step needs the new one. Return
# the new momentum.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        new = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - 0.25 * new, v


# %% wrong: rate_in_the_momentum
# You multiplied the gradient by the learning rate before adding it to the momentum. The momentum
# adds the whole gradient. Multiply by the learning rate only in the update of the weights.
#
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# -        return w - 0.25 * v, v
# +        v = 0.5 * v + 0.25 * jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        return w - v, v


# %% wrong: momentum_gathered
# Your values are right, but you gathered the momentum, too. Each device needs only its own rows of
# it. Update these rows with the same rows of the summed gradient.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        past = jax.lax.all_gather(v, "devices", tiled=True)
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        v = jax.lax.psum_scatter(0.5 * past / 8 + gradient, "devices", tiled=True)


# %% wrong: weights_not_gathered
# You multiplied your rows of the weights by the matching columns of `x`, which gives only a part of
# each sum. Each device needs all weights for its examples. Gather the weights.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# -        gradient = x.T @ (x @ whole - y) / (8 * len(x))
# +        first = jax.lax.axis_index("devices") * len(w)
# +        own = jax.lax.dynamic_slice_in_dim(x, first, len(w), axis=1)
# +        gradient = x.T @ (own @ w - y) / (8 * len(x))


# %% wrong: shards_summed
# You added up the blocks of `w` as if they were parts of one sum. The blocks are different rows.
# Concatenate them with `all_gather`.
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jnp.tile(jax.lax.psum(w, "devices"), (8, 1))


# %% wrong: batch_gathered
# You gathered all examples, so each of the eight devices does the whole work. Let each device use
# its own examples. Gather the weights instead.
def momentum_step(w, v, x, y):
    def shard_fn(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", tiled=True)
        x = jax.lax.all_gather(x, "devices", tiled=True)
        y = jax.lax.all_gather(y, "devices", tiled=True)
        first = jax.lax.axis_index("devices") * len(w)
        gradient = x.T @ (x @ whole - y) / len(x)
        v = 0.5 * v + jax.lax.dynamic_slice_in_dim(gradient, first, len(w))
        return w - 0.25 * v, v

    return fully_sharded(shard_fn)(w, v, x, y)


# %% wrong: one_device
# You wrote a program for one device. Write a function that computes the part of one of the eight
# devices, and pass that function to `fully_sharded`.
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
    def shard_fn(w, v, x, y):
        def loss(w):
            whole = jax.lax.all_gather(w, "devices", tiled=True)
            return 0.5 * ((x @ whole - y) ** 2).sum() / (8 * len(x))

        # The gradient of `all_gather` is `psum_scatter` of the gradients.
        v = 0.5 * v + jax.grad(loss)(w)
        return w - 0.25 * v, v

    return fully_sharded(shard_fn)(w, v, x, y)


# %% right: mean_of_means
def momentum_step(w, v, x, y):
    def shard_fn(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", axis=0, tiled=True)
        gradient = jnp.einsum("bk,bn->kn", x, x @ whole - y) / len(x)
        own = jax.lax.psum_scatter(gradient, "devices", scatter_dimension=0, tiled=True) / 8
        v = 0.5 * v + own
        return w - 0.25 * v, v

    return fully_sharded(shard_fn)(w, v, x, y)


# %% right: by_all_to_all
#
# -        whole = jax.lax.all_gather(w, "devices", tiled=True)
# +        whole = jax.lax.all_gather(w, "devices").reshape(8 * len(w), -1)
# -        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
# +        rows = gradient.reshape(8, len(w), -1)
# +        rows = jax.lax.all_to_all(rows, "devices", split_axis=0, concat_axis=0)
# +        v = 0.5 * v + rows.sum(axis=0)
