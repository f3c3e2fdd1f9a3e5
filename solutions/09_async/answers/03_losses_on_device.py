# %% wrong: unchanged
# You call `float(loss)`, which needs a value. A traced program has no values yet, and a Python loop
# waits for the value in every step. Keep the losses as arrays.
def train(weights, xs, ys):
    losses = []
    for x, y in zip(xs, ys):
        weights, loss = step(weights, x, y)
        losses.append(float(loss))
    return weights, losses


# %% wrong: step_passed_to_scan
# You passed `step` to `scan`, which calls it with two arguments: the carry and one element of the
# scanned arrays, here a pair of `x` and `y`. `step` takes three arguments. Write a function of two
# arguments that unpacks the pair.
def train(weights, xs, ys):
    return jax.lax.scan(step, weights, (xs, ys))


# %% wrong: fourth_argument
# You passed `ys` to `scan` as the fourth argument, which is the length. The third argument contains
# everything that `scan` iterates over. Pass the two arrays as a pair.
def train(weights, xs, ys):
    return jax.lax.scan(step, weights, xs, ys)


# %% wrong: update_discarded
# Your losses are all zero. `losses.at[i].set(...)` returns a new array and does not change
# `losses`. Assign the result to `losses`.
def train(weights, xs, ys):
    losses = jnp.zeros(len(xs))
    for i in range(len(xs)):
        weights, loss = step(weights, xs[i], ys[i])
        losses.at[i].set(loss)
    return weights, losses


# %% wrong: last_loss
# You returned only the last loss. The task asks for the losses of all steps in one array. `scan`
# collects the second value that its function returns.
def train(weights, xs, ys):
    def one(carry, row):
        return step(carry[0], *row), None

    return jax.lax.scan(one, (weights, jnp.float32(0)), (xs, ys))[0]


# %% wrong: loss_after_the_step
# You returned the losses of the weights *after* each step. Use the loss that `step` returns, which
# is the loss of the weights before the step.
def train(weights, xs, ys):
    def one(weights, row):
        weights, _ = step(weights, *row)
        return weights, step(weights, *row)[1]

    return jax.lax.scan(one, weights, (xs, ys))


# %% wrong: state_not_carried
# You started every step from the initial weights. In training, each step starts from the weights
# that the previous step returned. Use `jax.lax.scan` instead of `vmap`.
def train(weights, xs, ys):
    new, losses = jax.vmap(step, in_axes=(None, 0, 0))(weights, xs, ys)
    return new[-1], losses


# %% wrong: mean_step
# You took one step with the mean of all updates. The task asks for one step for each example, one
# after another. Use `jax.lax.scan`.
def train(weights, xs, ys):
    new, losses = jax.vmap(step, in_axes=(None, 0, 0))(weights, xs, ys)
    return new.mean(0), losses


# %% wrong: all_weights
# You returned the weights after every step. Return only the last weights.
def train(weights, xs, ys):
    def one(weights, row):
        weights, loss = step(weights, *row)
        return weights, (weights, loss)

    return jax.lax.scan(one, weights, (xs, ys))[1]


# %% wrong: losses_first
# You returned the losses first. Return the last weights, then the losses.
#
# -    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
# +    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))[::-1]


# %% wrong: losses_of_last_weights
# Your weights are right, but you computed all losses with the last weights. The loss of a step is
# the loss of the weights before that step.
def train(weights, xs, ys):
    weights, _ = jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
    return weights, (xs @ weights - ys) ** 2


# %% wrong: not_squared
# Your weights are right, but you returned the errors instead of their squares. Use the loss that
# `step` returns.
def train(weights, xs, ys):
    def one(weights, row):
        error = jnp.dot(weights, row[0]) - row[1]
        return weights - RATE * error * row[0], error

    return jax.lax.scan(one, weights, (xs, ys))


# %% right: kept_as_arrays
def train(weights, xs, ys):
    losses = []
    for x, y in zip(xs, ys):
        weights, loss = step(weights, x, y)
        losses.append(loss)
    return weights, jnp.stack(losses)


# %% right: written_into_place
def train(weights, xs, ys):
    def one(i, state):
        weights, losses = state
        weights, loss = step(weights, xs[i], ys[i])
        return weights, losses.at[i].set(loss)

    return jax.lax.fori_loop(0, len(ys), one, (weights, jnp.zeros(len(ys))))


# %% right: jitted_with_a_name
@jax.jit
def train(weights, xs, ys):
    def one(weights, row):
        x, y = row
        return step(weights, x, y)

    weights, losses = jax.lax.scan(one, weights, (xs, ys))
    return weights, losses
