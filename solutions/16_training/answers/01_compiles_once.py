# %% wrong: as_it_was
# Right, but you make a new program for every pair of a count and a rate: both are static, so their
# values are part of the program. Mask the rows that do not count, and take `static_argnames` away.
@partial(jax.jit, static_argnames=("count", "rate"))
def step(params, x, y, count, rate):
    def loss(params):
        wrong = x[:count] @ params["w"] + params["b"] - y[:count]
        return (wrong**2).sum() / count

    slopes = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)


# %% wrong: rate_still_static
# Right, but you make a new program for every learning rate: `rate` is still static. A rate that
# falls from step to step would compile at every step. It is a number like any other: leave it
# traced.
#
# -def step(params, x, y, count, rate):
# +@partial(jax.jit, static_argnames="rate")
# +def step(params, x, y, count, rate):


# %% wrong: count_still_static
# Right, but you make a new program for the last batch of an epoch: `count` is still static. Let all
# rows go through, and mask those that do not count.
@partial(jax.jit, static_argnames="count")
def step(params, x, y, count, rate):
    def loss(params):
        wrong = x[:count] @ params["w"] + params["b"] - y[:count]
        return (wrong**2).sum() / count

    slopes = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)


# %% wrong: slice_of_a_traced_number
# You took `static_argnames` away, and something still needs the value of `count` while tracing: the
# length of a slice, or the turns of a loop with gradients. It comes when the program runs: keep all
# rows, and mask.
def step(params, x, y, count, rate):
    def loss(params):
        wrong = x[:count] @ params["w"] + params["b"] - y[:count]
        return (wrong**2).sum() / count

    slopes = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)


# %% wrong: leftovers_counted
# You learnt from all `n` rows. Behind the first `count` stands what is left of the batch before.
#
# -        real = jnp.arange(len(x)) < count
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return (wrong**2).sum() / len(x)


# %% wrong: leftovers_over_the_count
# You divided by `count`, but added up the errors of all `n` rows. The rows behind the first `count`
# must not count in the sum either.
#
# -        real = jnp.arange(len(x)) < count
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return (wrong**2).sum() / count


# %% wrong: one_row_too_many
# Your mask lets row `count` in, and what stands there is left of the batch before. The examples are
# rows 0 to `count - 1`: `jnp.arange(len(x)) < count`.
#
# -        real = jnp.arange(len(x)) < count
# +        real = jnp.arange(len(x)) <= count


# %% wrong: mean_over_all_rows
# Your mask is right, but the mean is not: you divided by all `n` rows, also those that do not
# count. Divide by `count`.
#
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return jnp.where(real[:, None], wrong**2, 0).sum() / len(x)


# %% wrong: rows_of_zeros
# You made zeros of the rows of `x` and `y` that do not count, but `b` is still added to them: they
# pull `b` towards zero. Mask the errors of the rows, after the addition.
def step(params, x, y, count, rate):
    def loss(params):
        real = (jnp.arange(len(x)) < count)[:, None]
        wrong = jnp.where(real, x, 0) @ params["w"] + params["b"] - jnp.where(real, y, 0)
        return (wrong**2).sum() / count

    slopes = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)


# %% wrong: inputs_of_zeros
# You put zeros into the rows of `x` that do not count, but `y` is still subtracted there: they pull
# `b`. Mask the errors of the rows, after the subtraction.
def step(params, x, y, count, rate):
    x = jnp.where(jnp.arange(len(x))[:, None] < count, x, 0)

    def loss(params):
        return ((x @ params["w"] + params["b"] - y) ** 2).sum() / count

    slopes = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)


# %% wrong: the_sum
# Your gradients are those of the sum over the examples. The loss is their mean: divide by `count`.
#
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return jnp.where(real[:, None], wrong**2, 0).sum()


# %% wrong: mean_of_the_outputs
# You took the mean over the outputs as well. For one example take the *sum* of the squares: divide
# only by `count`.
#
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return jnp.where(real[:, None], wrong**2, 0).sum() / (count * y.shape[1])


# %% wrong: mean_of_everything
# Your mask is right, but the mean is not: it is over all rows, also those that do not count, and
# over the outputs. Divide the sum by `count`.
#
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return jnp.where(real[:, None], wrong**2, 0).mean()


# %% wrong: half_the_gradient
# Your gradients are half as long as they should be. This loss has no 1/2 in front, so the slope of
# a square has a 2, and `jax.grad` finds it by itself.
#
# -        return jnp.where(real[:, None], wrong**2, 0).sum() / count
# +        return 0.5 * jnp.where(real[:, None], wrong**2, 0).sum() / count


# %% wrong: rate_forgotten
# You subtracted the whole gradients. A step moves each weight by `rate` times its gradient.
#
# -    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)
# +    return jax.tree.map(lambda p, s: p - s, params, slopes)


# %% wrong: uphill
# You went uphill: a gradient points to where the loss grows, so the weights move against it.
#
# -    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)
# +    return jax.tree.map(lambda p, s: p + rate * s, params, slopes)


# %% wrong: slopes_came_back
# Those are the gradients. A step returns the new weights: `p - rate * s` for each.
#
# -    slopes = jax.grad(loss)(params)
# -    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)
# +    return jax.grad(loss)(params)


# %% wrong: bias_left_behind
# The bias stayed where it was. It is a weight like the others: each one moves against its gradient.
#
# -    return jax.tree.map(lambda p, s: p - rate * s, params, slopes)
# +    return {"w": params["w"] - rate * slopes["w"], "b": params["b"]}


# %% right: by_hand
def step(params, x, y, count, rate):
    wrong = x @ params["w"] + params["b"] - y
    real = (jnp.arange(x.shape[0]) < count).astype(x.dtype)
    pull = wrong * real[:, None] * (2 * rate / count)
    return {"w": params["w"] - x.T @ pull, "b": params["b"] - pull.sum(axis=0)}


# %% right: weights_of_examples
@jax.jit
def step(params, x, y, count, rate):
    weight = jnp.where(jnp.arange(len(x)) < count, 1 / count, 0.0)

    def loss(params):
        return weight @ ((x @ params["w"] + params["b"] - y) ** 2).sum(axis=1)

    _, slopes = jax.value_and_grad(loss)(params)
    return {name: params[name] - rate * slopes[name] for name in params}


# %% right: one_example_then_many
def step(params, x, y, count, rate):
    def off(params, row, target, here):
        return here * ((row @ params["w"] + params["b"] - target) ** 2).sum()

    def loss(params):
        here = jnp.arange(len(x)) < count
        return jax.vmap(off, in_axes=(None, 0, 0, 0))(params, x, y, here).sum() / count

    return jax.tree.map(lambda p, s: p - rate * s, params, jax.grad(loss)(params))
