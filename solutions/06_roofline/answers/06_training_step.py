# %% wrong: not_mended
# The step is right, but every example fetches all weights and writes a matrix of slopes. Let
# `jax.vmap` work out all errors together, and ask for the slope of their mean.
def train(weights, xs, ys):
    slopes = jax.lax.map(lambda example: jax.grad(error)(weights, *example), (xs, ys))
    return weights - RATE * slopes.mean(0)


# %% wrong: slopes_of_each
# The step is right, and no example waits for another. But each still has a whole matrix of slopes,
# and all of them are written down before the mean is taken. First the mean, then `jax.grad`.
def train(weights, xs, ys):
    slopes = jax.vmap(jax.grad(error), in_axes=(None, 0, 0))(weights, xs, ys)
    return weights - RATE * slopes.mean(0)


# %% wrong: sum_for_mean
# You went down the slope of the *sum* of all errors: with more examples the step gets longer. Take
# the mean.
def train(weights, xs, ys):
    def all_errors(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).sum()

    return weights - RATE * jax.grad(all_errors)(weights)


# %% wrong: uphill
# You went up: the slope says where the error grows. Subtract it.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return weights + RATE * jax.grad(mean_error)(weights)


# %% wrong: slopes_returned
# Those are the slopes. The task asks for the weights after the step, `weights - RATE * slopes`.
def train(weights, xs, ys):
    def mean_error(weights):
        return jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys).mean()

    return jax.grad(mean_error)(weights)


# %% wrong: mean_example
# You took the mean of the examples and one slope. The error is a square: the mean example has
# another slope than the examples have on average.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs.mean(0), ys.mean(0))


# %% wrong: one_after_the_other
# You took a step for every example, each from where the last one ended. Here all slopes are those
# at the same weights, and there is one step.
def train(weights, xs, ys):
    def step(weights, example):
        return weights - RATE / len(xs) * jax.grad(error)(weights, *example), None

    return jax.lax.scan(step, weights, (xs, ys))[0]


# %% wrong: a_whole_step_for_each
# You took a whole step for every example, each from where the last one ended. Here all slopes are
# those at the same weights, and there is one step down their mean.
def train(weights, xs, ys):
    def step(weights, example):
        return weights - RATE * jax.grad(error)(weights, *example), None

    return jax.lax.scan(step, weights, (xs, ys))[0]


# %% wrong: mean_of_every_number
# You took the mean over examples *and* results. `error` adds up the results of an example; only the
# examples are averaged.
#
# -        return jnp.mean(jax.vmap(error, in_axes=(None, 0, 0))(weights, xs, ys))
# +        return ((xs @ weights.T - ys) ** 2).mean()


# %% wrong: rate_forgotten
# You went down the whole slope. A step is the slope times `RATE`.
#
# -    return weights - RATE * jax.grad(mean_error)(weights)
# +    return weights - jax.grad(mean_error)(weights)


# %% wrong: half_a_slope
# Your slope is half of what it should be: the slope of a square is *twice* what is squared.
def train(weights, xs, ys):
    return weights - RATE * (xs @ weights.T - ys).T @ xs / len(xs)


# %% wrong: error_of_all_rows
# You handed all examples to `error` at once. It is that of one: `weights @ x` wants one `x`.
# `jax.vmap` hands them to it one by one, and the weights whole to each.
def train(weights, xs, ys):
    return weights - RATE * jax.grad(error)(weights, xs, ys)


# %% wrong: one_slope_for_all_weights
# You took the mean of everything, and one number was left: all weights went down the same slope.
# Each weight has its own. The mean is only over the examples, the first axis.
def train(weights, xs, ys):
    slopes = jax.vmap(jax.grad(error), in_axes=(None, 0, 0))(weights, xs, ys)
    return weights - RATE * slopes.mean()


# %% wrong: weights_from_outside
# The weights came back as they were: their slopes are all 0. The function that you took the slopes
# of does not use its own argument, but the `weights` of `train`, which stay as they are.
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

    _, slopes = jax.value_and_grad(mean_error)(weights)
    return weights - RATE * slopes


# %% right: by_hand
def train(weights, xs, ys):
    off = xs @ weights.T - ys
    return weights - 2 * RATE / len(xs) * off.T @ xs
