# %% wrong: moved_by_the_slopes
# Your velocities are right, but your weights moved only by the slopes. They move by `rate` times
# the new velocity.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), velocity

# %% wrong: nine_tenths_kept
# You kept nine tenths of the velocity. Here half of it is kept.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: 0.9 * v + s, velocity, slopes)


# %% wrong: old_velocity
# The weights moved by the old velocity. First it changes, then the weights move by the new one.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    faster = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), faster


# %% wrong: uphill
# You went uphill: a gradient points to where the error grows, so the weights move against it.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, v: p + rate * v, params, velocity), velocity


# %% wrong: no_momentum
# You dropped what was left of the old velocity: half of it stays.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), slopes


# %% wrong: velocity_untouched
# You moved the weights by their gradients and gave the old velocities back. The velocities change
# first, and then the weights move by them.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    return jax.tree.map(lambda p, s: p - rate * s, params, slopes), velocity


# %% wrong: whole_velocity
# You kept all of the old velocity. Half of it stays.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: v + s, velocity, slopes)


# %% wrong: half_of_both
# You halved the gradient as well. Half of the old velocity, and all of the gradient.
#
# -    velocity = jax.tree.map(lambda v, s: 0.5 * v + s, velocity, slopes)
# +    velocity = jax.tree.map(lambda v, s: 0.5 * (v + s), velocity, slopes)


# %% wrong: rate_in_the_velocity
# Your velocities have `rate` in them. They add up gradients; `rate` comes when the weights move.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    velocity = jax.tree.map(lambda v, s: 0.5 * v + rate * s, velocity, slopes)
    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity


# %% wrong: velocity_downhill
# That is another usual form: its velocities point downhill and have `rate` in them. Here they add
# up gradients, `v / 2 + slope`, and the weight moves against them, by `rate` times the new one.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    velocity = jax.tree.map(lambda v, s: 0.5 * v - rate * s, velocity, slopes)
    return jax.tree.map(lambda p, v: p + v, params, velocity), velocity


# %% wrong: rate_forgotten
# You left `rate` out.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return jax.tree.map(lambda p, v: p - v, params, velocity), velocity


# %% wrong: mean_slopes
# You divided the gradients by the number of examples. `off` is the sum over the batch.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    slopes = jax.grad(lambda params: off(params, x, y) / len(x))(params)


# %% wrong: weights_alone
# The biases did not move, nor did their velocities. They are weights as well: take the whole tree.
def step(params, velocity, x, y, rate):
    slopes = jax.grad(off)(params, x, y)
    moved, faster = jax.tree.map(jnp.array, (params, velocity))
    for layer in params:
        faster[layer]["w"] = 0.5 * velocity[layer]["w"] + slopes[layer]["w"]
        moved[layer]["w"] = params[layer]["w"] - rate * faster[layer]["w"]
    return moved, faster


# %% wrong: velocity_first
# You swapped the pair: the weights first, then the velocities.
#
# -    return jax.tree.map(lambda p, v: p - rate * v, params, velocity), velocity
# +    return velocity, jax.tree.map(lambda p, v: p - rate * v, params, velocity)


# %% wrong: first_example_alone
# You took only the gradients of the first example. The step is for the whole batch.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    slopes = jax.grad(off)(params, x[:1], y[:1])


# %% wrong: slopes_further_on
# You took the gradients where the velocity would take the weights. That is another method
# (*Nesterov*); here they are taken at the weights as they are.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    ahead = jax.tree.map(lambda p, v: p - rate * 0.5 * v, params, velocity)
# +    slopes = jax.grad(off)(ahead, x, y)


# %% wrong: slopes_of_each
# Right, but you take the gradients of each example and then add: as many networks of gradients as
# there are examples. `jax.grad` of the whole batch adds them up inside its products.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    def one(row, target):
# +        return jax.grad(off)(params, row[None], target[None])
# +
# +    slopes = jax.tree.map(lambda each: each.sum(axis=0), jax.vmap(one)(x, y))


# %% wrong: one_example_at_a_time
# Right, but you take one example after another, though none waits for another. `jax.grad` of the
# whole batch is a few products.
#
# -    slopes = jax.grad(off)(params, x, y)
# +    def one(total, example):
# +        row, target = example
# +        slopes = jax.grad(off)(params, row[None], target[None])
# +        return jax.tree.map(jnp.add, total, slopes), None
# +
# +    slopes = jax.lax.scan(one, jax.tree.map(jnp.zeros_like, params), (x, y))[0]


# %% right: backward_by_hand
# -    slopes = jax.grad(off)(params, x, y)
# +    first, last = params["first"], params["last"]
# +    hidden = jnp.maximum(x @ first["w"] + first["b"], 0)
# +    wrong = hidden @ last["w"] + last["b"] - y
# +    back = (wrong @ last["w"].T) * (hidden > 0)
# +    slopes = {
# +        "first": {"w": x.T @ back, "b": back.sum(axis=0)},
# +        "last": {"w": hidden.T @ wrong, "b": wrong.sum(axis=0)},
# +    }


# %% right: jitted_outside
# -def step(params, velocity, x, y, rate):
# +@jax.jit
# +def step(params, velocity, x, y, rate):
