# %% wrong: unchanged
# Your step is right, but every example loads all weights and writes a matrix of gradients. Compute
# the errors of all examples with `jax.vmap`, and then the gradient of their mean.
def train(weights, xs, ys):
    grads = jax.lax.map(lambda example: jax.grad(error)(weights, *example), (xs, ys))
    return weights - RATE * grads.mean(0)


# %% wrong: per_example_gradients
# Your step is right, and all examples are processed in parallel. However, you store a matrix of
# gradients for each example before you take the mean. Take the mean of the errors first, and then
# call `jax.grad`.
def train(weights, xs, ys):
    grads = jax.vmap(jax.grad(error), in_axes=(None, 0, 0))(weights, xs, ys)
    return weights - RATE * grads.mean(0)


# %% wrong: gradient_of_sum
# You used the gradient of the *sum* of all errors, so the step grows with the number of examples.
# Use the mean.
def train(weights, xs, ys):
    def all_errors(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).sum()

    return weights - RATE * jax.grad(all_errors)(weights)


# %% wrong: gradient_added
# You added the gradient, so the error grows. Subtract it.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return weights + RATE * jax.grad(mean_error)(weights)


# %% wrong: gradients_returned
# You returned the gradients. The task asks for the weights after the step. Return
# `weights - RATE * grads`.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return jax.grad(mean_error)(weights)


# %% wrong: rate_forgotten
# You subtracted the whole gradient. Multiply it by `RATE`.
#
# -    return weights - RATE * jax.grad(mean_error)(weights)
# +    return weights - jax.grad(mean_error)(weights)


# %% wrong: mean_over_outputs
# You took the mean over the examples *and* the results. `error` sums over the results of an
# example. Take the mean only over the examples.
#
# -        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))
# +        return ((xs @ weights.T - ys) ** 2).mean()


# %% wrong: gradient_halved
# Your gradient is half of what it should be. The derivative of a square has a factor of 2.
def train(weights, xs, ys):
    return weights - RATE * (xs @ weights.T - ys).T @ xs / len(xs)


# %% wrong: vmap_missing
# You passed the whole batch to `error`, but `weights @ x` expects a single `x`. Use `jax.vmap`,
# which passes the examples one by one and the same weights to each.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs, ys)


# %% wrong: gradient_at_mean_example
# You computed one gradient for the mean of the examples. The error is a square, so this gradient
# differs from the mean of the gradients. Differentiate the mean of the errors.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs.mean(0), ys.mean(0))


# %% wrong: one_step_per_example
# You took a step for every example, each from the weights of the previous one. All gradients must
# be taken at the same weights. Take one step along their mean.
def train(weights, xs, ys):
    def step(weights, example):
        return weights - RATE * jax.grad(error)(weights, *example), None

    return jax.lax.scan(step, weights, (xs, ys))[0]


# %% wrong: outer_weights_used
# Your gradients are all 0. The function that you differentiate uses the `weights` of `train`
# instead of its own argument. Use the argument in this function.
def train(weights, xs, ys):
    def mean_error(changed):
        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))

    return weights - RATE * jax.grad(mean_error)(weights)


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
