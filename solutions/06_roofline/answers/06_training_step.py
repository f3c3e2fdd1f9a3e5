# %% wrong: not_mended
# Your values are right, but every example loads all weights and stores a gradient matrix. Compute
# all errors together with `jax.vmap`, and take the gradient of their mean.
def train(weights, xs, ys):
    grads = jax.lax.map(lambda example: jax.grad(error)(weights, *example), (xs, ys))
    return weights - RATE * grads.mean(0)


# %% wrong: slopes_of_each
# Your values are right, and the examples are independent. But each still has a gradient matrix, and
# all of them are stored before you average them. Take the mean of the errors first, then
# `jax.grad`.
def train(weights, xs, ys):
    grads = jax.vmap(jax.grad(error), in_axes=(None, 0, 0))(weights, xs, ys)
    return weights - RATE * grads.mean(0)


# %% wrong: sum_for_mean
# You took the gradient of the *sum* of all errors, so more examples make the step longer. Use the
# mean.
def train(weights, xs, ys):
    def all_errors(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).sum()

    return weights - RATE * jax.grad(all_errors)(weights)


# %% wrong: uphill
# You added the gradient, which increases the error. Subtract it.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return weights + RATE * jax.grad(mean_error)(weights)


# %% wrong: slopes_returned
# You returned the gradient. Return the weights after the step, `weights - RATE * gradient`.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return jax.grad(mean_error)(weights)


# %% wrong: rate_forgotten
# You subtracted the whole gradient. Multiply it by `RATE`.
#
# -    return weights - RATE * jax.grad(mean_error)(weights)
# +    return weights - jax.grad(mean_error)(weights)


# %% wrong: mean_of_every_number
# You took the mean over the examples *and* the results. `error` adds up the results of an example.
# Take the mean only over the examples.
#
# -        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))
# +        return ((xs @ weights.T - ys) ** 2).mean()


# %% wrong: half_a_slope
# Your gradient is half of what it should be. The derivative of a square has a factor of 2.
def train(weights, xs, ys):
    return weights - RATE * (xs @ weights.T - ys).T @ xs / len(xs)


# %% wrong: error_of_all_rows
# You passed all examples to `error` at once, but `weights @ x` expects a single `x`. Use
# `jax.vmap`, which passes the examples one by one and the same weights to each.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs, ys)


# %% wrong: mean_example
# You averaged the examples and took one gradient. The error is a square, so the gradient of the
# mean example differs from the mean gradient. Average the errors.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs.mean(0), ys.mean(0))


# %% wrong: a_whole_step_for_each
# You took a step for every example, each from the weights that the previous step left. Take one
# step from the original weights, along the mean gradient.
def train(weights, xs, ys):
    def step(weights, example):
        return weights - RATE * jax.grad(error)(weights, *example), None

    return jax.lax.scan(step, weights, (xs, ys))[0]


# %% wrong: error_of_all_rows
# You passed all examples to `error`, which expects one, because `weights @ x` needs a vector `x`.
# Use `jax.vmap`, which maps over the examples and passes the same weights to each.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs, ys)


# %% wrong: rate_forgotten
# You subtracted the whole gradient. Multiply it by `RATE`.
#
# -    return weights - RATE * jax.grad(mean_error)(weights)
# +    return weights - jax.grad(mean_error)(weights)


# %% wrong: mean_of_every_number
# You averaged over examples *and* outputs. `error` adds up the outputs of an example. Average only
# over the examples.
#
# -        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))
# +        return ((xs @ weights.T - ys) ** 2).mean()


# %% wrong: half_a_slope
# Your gradient is half of the right one. The derivative of a square has a factor of 2. Add it.
def train(weights, xs, ys):
    return weights - RATE * (xs @ weights.T - ys).T @ xs / len(xs)


# %% wrong: one_slope_for_all_weights
# You averaged the gradients over all axes, so every weight got the same derivative. Average only
# over the examples, which are the first axis.
def train(weights, xs, ys):
    grads = jax.vmap(jax.grad(error), in_axes=(None, 0, 0))(weights, xs, ys)
    return weights - RATE * grads.mean()


# %% right: products_for_all
#
# -        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))
# +        return jnp.sum((xs @ weights.T - ys) ** 2) / len(xs)


# %% right: with_the_value
def train(weights, xs, ys):
    def mean_error(weights):
        errors = jax.vmap(lambda x, y: error(weights, x, y))(xs, ys)
        return jnp.mean(errors)

    _, grads = jax.value_and_grad(mean_error)(weights)
    return weights - RATE * grads


# %% right: by_hand
def train(weights, xs, ys):
    delta = xs @ weights.T - ys
    return weights - 2 * RATE / len(xs) * delta.T @ xs
