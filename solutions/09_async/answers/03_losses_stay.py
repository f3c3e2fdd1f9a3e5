# %% wrong: as_it_was
# `float(loss)` asks for a number now. A program that is traced has none yet; a loop in Python gets
# one, and waits for it, in every step. Leave the losses as arrays.
def train(weights, xs, ys):
    losses = []
    for x, y in zip(xs, ys):
        weights, loss = step(weights, x, y)
        losses.append(float(loss))
    return weights, losses


# %% wrong: step_handed_over
# `scan` hands its function two things: the carry, and one entry of what it goes through, here the
# pair of an `x` and a `y`. `step` takes three: write a function of two around it that takes the
# pair apart.
def train(weights, xs, ys):
    return jax.lax.scan(step, weights, (xs, ys))


# %% wrong: last_loss
# You kept the last loss. The task asks for those of all steps, in one array: `scan` collects what
# its function returns second.
def train(weights, xs, ys):
    def one(carry, row):
        return step(carry[0], *row), None

    return jax.lax.scan(one, (weights, jnp.float32(0)), (xs, ys))[0]


# %% wrong: loss_after_the_step
# Your losses are those of the weights *after* each step. `step` gives the loss before it.
def train(weights, xs, ys):
    def one(weights, row):
        weights, _ = step(weights, *row)
        return weights, step(weights, *row)[1]

    return jax.lax.scan(one, weights, (xs, ys))


# %% wrong: all_from_the_start
# You took every step from the first weights, side by side. Training is a chain: a step begins with
# the weights that the step before has left.
def train(weights, xs, ys):
    new, losses = jax.vmap(step, in_axes=(None, 0, 0))(weights, xs, ys)
    return new[-1], losses


# %% wrong: mean_step
# You took one step with all examples. The task asks for a step for each, one after another.
def train(weights, xs, ys):
    new, losses = jax.vmap(step, in_axes=(None, 0, 0))(weights, xs, ys)
    return new.mean(0), losses


# %% wrong: mean_loss
# You returned the mean of the losses. The task asks for one for each step.
def train(weights, xs, ys):
    weights, losses = jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
    return weights, losses.mean()


# %% wrong: all_weights
# You returned the weights after every step. The task asks for the last ones.
def train(weights, xs, ys):
    def one(weights, row):
        weights, loss = step(weights, *row)
        return weights, (weights, loss)

    return jax.lax.scan(one, weights, (xs, ys))[1]


# %% wrong: losses_first
# You returned the losses first. The task asks for the last weights, and then the losses.
#
# -    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
# +    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))[::-1]


# %% wrong: losses_at_the_end
# The weights are right. You took all losses with the last weights; a step's loss is that of the
# weights before it.
def train(weights, xs, ys):
    weights, _ = jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
    return weights, (xs @ weights - ys) ** 2


# %% wrong: losses_not_kept
# The losses stayed as they were. `losses.at[i].set(...)` changes nothing and gives a new array:
# keep that.
def train(weights, xs, ys):
    losses = jnp.zeros(len(xs))
    for i in range(len(xs)):
        weights, loss = step(weights, xs[i], ys[i])
        losses.at[i].set(loss)
    return weights, losses


# %% wrong: weights_not_kept
# Every step began with the first weights, and these came back: the new weights that `step` gives
# were thrown away. Hand them on to the next step.
def train(weights, xs, ys):
    return weights, jax.vmap(step, in_axes=(None, 0, 0))(weights, xs, ys)[1]


# %% wrong: one_step_for_all
# You took all slopes at the first weights and made one step. The task asks for a step for each
# example, one after another.
def train(weights, xs, ys):
    off = xs @ weights - ys
    return weights - RATE * off @ xs, off**2


# %% wrong: not_squared
# Your weights are right. The loss of a step is the *square* of `off`, as `step` gives it.
def train(weights, xs, ys):
    def one(weights, row):
        off = jnp.dot(weights, row[0]) - row[1]
        return weights - RATE * off * row[0], off

    return jax.lax.scan(one, weights, (xs, ys))


# %% wrong: last_example_first
# You began with the last example. Training goes through them as they lie.
#
# -    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
# +    one = lambda weights, row: step(weights, *row)
# +    return jax.lax.scan(one, weights, (xs, ys), reverse=True)


# %% wrong: added_up_on_the_way
# Your weights are right. You added the losses up from step to step; the task asks for the loss of
# each.
#
# -    return jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
# +    weights, losses = jax.lax.scan(lambda weights, row: step(weights, *row), weights, (xs, ys))
# +    return weights, jnp.cumsum(losses)


# %% wrong: examples_as_a_fourth
# `scan` goes through *one* thing, its third argument; a fourth is how long it is. Two arrays go
# through it side by side as a pair.
def train(weights, xs, ys):
    return jax.lax.scan(step, weights, xs, ys)


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
