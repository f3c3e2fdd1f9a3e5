# %% wrong: old_velocity
# You updated the weights with the old velocity. Update the velocity first, and then the weights by
# the new one.
def step(params, velocity, x, y, rate):
    grads = jax.grad(squared_error)(params, x, y)
    faster = jax.tree.map(lambda v, g: 0.5 * v + g, velocity, grads)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), faster


# %% wrong: gradient_added
# You moved the weights along the gradient, so the loss grows. Subtract `rate` times the new
# velocity.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, v: p + rate * v, params, velocity), velocity


# %% wrong: no_momentum
# You dropped the old velocity. Keep half of the old velocity, and add the gradient.
def step(params, velocity, x, y, rate):
    grads = jax.grad(squared_error)(params, x, y)
    return jax.tree.map(lambda p, g: p - rate * g, params, grads), grads


# %% wrong: weights_moved_by_gradient
# Your velocities are right, but you moved the weights by `rate` times the gradient. Move them by
# `rate` times the new velocity.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, g: p - rate * g, params, grads), velocity


# %% wrong: rate_in_velocity
# You multiplied the gradient by `rate` before you added it to the velocity. The velocity
# accumulates the gradients themselves. Multiply by `rate` when you move the weights.
def step(params, velocity, x, y, rate):
    grads = jax.grad(squared_error)(params, x, y)
    velocity = jax.tree.map(lambda v, g: 0.5 * v + rate * g, velocity, grads)
    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity


# %% wrong: velocity_downhill
# You used a different common form, in which the velocities point against the gradient and contain
# `rate`. In this task, they accumulate gradients, `v / 2 + gradient`. Subtract `rate` times the new
# velocity from the weights.
def step(params, velocity, x, y, rate):
    grads = jax.grad(squared_error)(params, x, y)
    velocity = jax.tree.map(lambda v, g: 0.5 * v - rate * g, velocity, grads)
    return jax.tree.map(lambda p, v: p + v, params, velocity), velocity


# %% wrong: momentum_0_9
# You kept nine tenths of the old velocity. Keep half of the old velocity.
#
# -    velocity = jax.tree.map(lambda v, g: 0.5 * v + g, velocity, grads)
# +    velocity = jax.tree.map(lambda v, g: 0.9 * v + g, velocity, grads)


# %% wrong: gradient_halved
# You halved the gradient as well. Halve only the old velocity, and add the whole gradient.
#
# -    velocity = jax.tree.map(lambda v, g: 0.5 * v + g, velocity, grads)
# +    velocity = jax.tree.map(lambda v, g: 0.5 * (v + g), velocity, grads)


# %% wrong: results_swapped
# You swapped the results. Return the weights first, then the velocities.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return velocity, jax.tree.map(lambda p, v: p - rate * v, params, velocity)


# %% wrong: gradients_averaged
# You divided the gradients by the number of examples. `squared_error` is a sum over the batch, so
# its gradients need no division.
#
# -    grads = jax.grad(squared_error)(params, x, y)
# +    grads = jax.grad(lambda params: squared_error(params, x, y) / len(x))(params)


# %% wrong: per_example_gradients
# Your values are right, but you store the gradients of each example before you add them. The stored
# gradients take as much memory as a copy of all weights for each example. `jax.grad` of the whole
# batch adds them inside its products.
#
# -    grads = jax.grad(squared_error)(params, x, y)
# +    def one(row, target):
# +        return jax.grad(squared_error)(params, row[None], target[None])
# +
# +    grads = jax.tree.map(lambda each: each.sum(axis=0), jax.vmap(one)(x, y))


# %% wrong: one_example_at_a_time
# Your values are right, but you process one example after another, although the examples are
# independent. Compute `jax.grad` of the whole batch.
#
# -    grads = jax.grad(squared_error)(params, x, y)
# +    def one(total, example):
# +        row, target = example
# +        grads = jax.grad(squared_error)(params, row[None], target[None])
# +        return jax.tree.map(jnp.add, total, grads), None
# +
# +    grads = jax.lax.scan(one, jax.tree.map(jnp.zeros_like, params), (x, y))[0]


# %% right: backward_by_hand
# -    grads = jax.grad(squared_error)(params, x, y)
# +    first, last = params["first"], params["last"]
# +    hidden = jnp.maximum(x @ first["w"] + first["b"], 0)
# +    error = hidden @ last["w"] + last["b"] - y
# +    back = (error @ last["w"].T) * (hidden > 0)
# +    grads = {
# +        "first": {"w": x.T @ back, "b": back.sum(axis=0)},
# +        "last": {"w": hidden.T @ error, "b": error.sum(axis=0)},
# +    }


# %% right: jitted_outside
# -def step(params, velocity, x, y, rate):
# +@jax.jit
# +def step(params, velocity, x, y, rate):
