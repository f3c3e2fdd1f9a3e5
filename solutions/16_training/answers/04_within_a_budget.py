# %% wrong: full_batch_each_step
# Your accuracy is high enough, but every step uses all images, which exceeds the budget. A batch of
# 32 images gives nearly the same gradient for a twentieth of the work.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = jnp.broadcast_to(x, (20, 640, 64)), jnp.broadcast_to(y, (20, 640))

# %% wrong: ten_large_steps
# You made ten epochs but only ten steps, because each step uses all images. Use small batches. The
# same work then allows many more steps.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x[None], y[None]

# %% wrong: one_epoch
# You made one epoch, which is not enough. The budget allows ten.
#
# -    return jax.lax.scan(epoch, start, None, length=10)[0]
# +    return epoch(start, None)[0]

# %% wrong: twenty_epochs
# Your accuracy is high enough, but you made twenty epochs. The budget allows slightly more than
# ten.
#
# -    return jax.lax.scan(epoch, start, None, length=10)[0]
# +    return jax.lax.scan(epoch, start, None, length=20)[0]

# %% wrong: labels_ignored
# You derived the labels from the order of the images. `y` contains the labels. Use `y`.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x.reshape(20, 32, 64), (jnp.arange(640) % 10).reshape(20, 32)

# %% wrong: one_batch_only
# You trained only on the first 32 images, so the network overfits to them and fails on new ones.
# Use all batches.
#
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = jnp.broadcast_to(x[:32], (20, 32, 64)), jnp.broadcast_to(y[:32], (20, 32))

# %% wrong: gradients_at_start
# You compute every gradient at `start`. All steps then follow the gradient of the initial
# parameters. Compute each gradient at the parameters in the carry.
#
# -        grads = jax.grad(cross_entropy)(params, *batch)
# +        grads = jax.grad(cross_entropy)(start, *batch)

# %% wrong: rate_too_small
# Your steps are too small. With a learning rate of 0.001, two hundred steps hardly change the
# parameters. Use a larger learning rate.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        return jax.tree.map(lambda p, s: p - 0.001 * s, params, grads), None

# %% wrong: rate_too_large
# Your parameters grew until they were NaN. Either the learning rate is far too large, or you add
# the gradients. Subtract the gradients, and use a smaller learning rate.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        return jax.tree.map(lambda p, s: p - 30 * s, params, grads), None

# %% wrong: last_layer_only
# You updated only `w2` and `b2`. The hidden layer keeps its random weights, which is not enough for
# these images. Update all parameters.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        moved = {name: params[name] - 0.3 * grads[name] for name in ("w2", "b2")}
# +        return {**params, **moved}, None

# %% wrong: gradient_added
# You added the gradients, so the loss grows. No learning rate helps in that case. Subtract them.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        return jax.tree.map(lambda p, s: p + 0.1 * s, params, grads), None

# %% wrong: parameters_not_carried
# You returned `start`, because your loop does not carry the updated parameters. Return the updated
# parameters as the carry of each iteration.
#
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        return params, jax.tree.map(lambda p, s: p - 0.3 * s, params, grads)["b2"]


# %% right: numbered_steps
def train(start, x, y):
    def step(i, params):
        at = i % 20 * 32
        rows = jax.lax.dynamic_slice_in_dim(x, at, 32)
        signs = jax.lax.dynamic_slice_in_dim(y, at, 32)
        grads = jax.grad(cross_entropy)(params, rows, signs)
        return {name: params[name] - 0.5 * grads[name] for name in params}

    return jax.lax.fori_loop(0, 240, step, start)


# %% right: smaller_batches
# -    batches = x.reshape(20, 32, 64), y.reshape(20, 32)
# +    batches = x.reshape(40, 16, 64), y.reshape(40, 16)
# -        return jax.tree.map(lambda p, s: p - 0.3 * s, params, grads), None
# +        return jax.tree.map(lambda p, s: p - 0.15 * s, params, grads), None


# %% right: decaying_rate
def train(start, x, y):
    def step(params, flips):
        at, rate = flips
        pick = jnp.arange(32) + at
        grads = jax.grad(cross_entropy)(params, x[pick], y[pick])
        return jax.tree.map(lambda p, s: p - rate * s, params, grads), None

    steps = jnp.arange(200)
    return jax.lax.scan(step, start, (steps * 32 % 640, 0.8 * (1 - steps / 200)))[0]
