# %% wrong: unchanged
# Your values are right, but you compile a program for every pair of `count` and `rate`, because
# both are static. Mask the rows after the first `count`, and remove `static_argnames`.
@partial(jax.jit, static_argnames=("count", "rate"))
def step(params, x, y, count, rate):
    def loss(params):
        errors = x[:count] @ params["w"] + params["b"] - y[:count]
        return (errors**2).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)


# %% wrong: rate_still_static
# Your values are right, but you compile a program for every learning rate, because `rate` is
# static. Trace `rate` instead.
#
# -def step(params, x, y, count, rate):
# +@partial(jax.jit, static_argnames="rate")
# +def step(params, x, y, count, rate):


# %% wrong: count_still_static
# Your values are right, but you compile a second program for the last batch, because `count` is
# static. Process all rows, and mask those after the first `count`.
@partial(jax.jit, static_argnames="count")
def step(params, x, y, count, rate):
    def loss(params):
        errors = x[:count] @ params["w"] + params["b"] - y[:count]
        return (errors**2).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)


# %% wrong: traced_slice
# You use the value of `count` while tracing, for example as the length of a slice or of a loop. A
# traced value is known only when the program runs. Keep all rows, and mask those after the first
# `count`.
def step(params, x, y, count, rate):
    def loss(params):
        errors = x[:count] @ params["w"] + params["b"] - y[:count]
        return (errors**2).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)


# %% wrong: stale_rows_included
# You used all `n` rows. The rows after the first `count` contain data of the previous batch. Mask
# them.
#
# -        real = jnp.arange(len(x)) < count
# -        return jnp.where(real[:, None], errors**2, 0).sum() / count
# +        return (errors**2).sum() / len(x)


# %% wrong: stale_rows_divided_by_count
# You divided by `count`, but summed the errors of all `n` rows. Mask the rows after the first
# `count`.
#
# -        real = jnp.arange(len(x)) < count
# -        return jnp.where(real[:, None], errors**2, 0).sum() / count
# +        return (errors**2).sum() / count


# %% wrong: mean_over_all_rows
# Your mask is right, but you divided by `n`, the number of all rows. Divide by `count`.
#
# -        return jnp.where(real[:, None], errors**2, 0).sum() / count
# +        return jnp.where(real[:, None], errors**2, 0).sum() / len(x)


# %% wrong: rows_zeroed
# You set the rows of `x` and `y` after the first `count` to zero, but `b` is still added in these
# rows and changes the gradient. Mask the errors instead.
def step(params, x, y, count, rate):
    def loss(params):
        real = (jnp.arange(len(x)) < count)[:, None]
        errors = jnp.where(real, x, 0) @ params["w"] + params["b"] - jnp.where(real, y, 0)
        return (errors**2).sum() / count

    grads = jax.grad(loss)(params)
    return jax.tree.map(lambda p, s: p - rate * s, params, grads)


# %% wrong: sum_for_mean
# You used the sum over the examples. The loss is their mean. Divide by `count`.
#
# -        return jnp.where(real[:, None], errors**2, 0).sum() / count
# +        return jnp.where(real[:, None], errors**2, 0).sum()


# %% wrong: mean_of_the_outputs
# You took the mean over the outputs, too. The loss of one example is the *sum* of the squares.
# Divide only by `count`.
#
# -        return jnp.where(real[:, None], errors**2, 0).sum() / count
# +        return jnp.where(real[:, None], errors**2, 0).sum() / (count * y.shape[1])


# %% wrong: rate_forgotten
# You subtracted the whole gradients. Multiply them by `rate` first.
#
# -    return jax.tree.map(lambda p, s: p - rate * s, params, grads)
# +    return jax.tree.map(lambda p, s: p - s, params, grads)


# %% wrong: gradient_added
# You added the gradients, so the loss grows. Subtract them.
#
# -    return jax.tree.map(lambda p, s: p - rate * s, params, grads)
# +    return jax.tree.map(lambda p, s: p + rate * s, params, grads)


# %% right: by_hand
def step(params, x, y, count, rate):
    errors = x @ params["w"] + params["b"] - y
    real = (jnp.arange(x.shape[0]) < count).astype(x.dtype)
    pull = errors * real[:, None] * (2 * rate / count)
    return {"w": params["w"] - x.T @ pull, "b": params["b"] - pull.sum(axis=0)}


# %% right: weights_of_examples
@jax.jit
def step(params, x, y, count, rate):
    weight = jnp.where(jnp.arange(len(x)) < count, 1 / count, 0.0)

    def loss(params):
        return weight @ ((x @ params["w"] + params["b"] - y) ** 2).sum(axis=1)

    _, grads = jax.value_and_grad(loss)(params)
    return {name: params[name] - rate * grads[name] for name in params}


# %% right: one_example_then_many
def step(params, x, y, count, rate):
    def off(params, row, target, here):
        return here * ((row @ params["w"] + params["b"] - target) ** 2).sum()

    def loss(params):
        here = jnp.arange(len(x)) < count
        return jax.vmap(off, in_axes=(None, 0, 0, 0))(params, x, y, here).sum() / count

    return jax.tree.map(lambda p, s: p - rate * s, params, jax.grad(loss)(params))
