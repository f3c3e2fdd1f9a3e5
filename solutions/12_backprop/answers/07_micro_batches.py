# %% wrong: whole_batch_at_once
# Your values are right, but the hidden values of all micro-batches are in memory at the same time.
# Process one micro-batch after another, and keep only the sum of the gradients.
def large_batch(params, x, y):
    return jax.grad(batch_loss)(params, x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2]))


# %% wrong: unrolled
# Your values are right, but the arrays of all micro-batches are in memory at the same time. The
# gradient *of* a loop stores the tape of every iteration, and the iterations of a Python loop are
# independent, so the compiler allocates all their arrays. Call `jax.grad` inside a `scan`.
def large_batch(params, x, y):
    total = jax.tree.map(jnp.zeros_like, params)
    for batch in zip(x, y, strict=True):
        total = jax.tree.map(jnp.add, total, jax.grad(batch_loss)(params, *batch))
    return total


# %% wrong: gradient_of_python_loop
# Your values are right, but the arrays of all micro-batches are in memory at the same time. The
# gradient *of* a loop stores the tape of every iteration, and the iterations of a Python loop are
# independent, so the compiler allocates all their arrays. Call `jax.grad` inside a `scan`.
def large_batch(params, x, y):
    return jax.grad(lambda p: sum(batch_loss(p, *batch) for batch in zip(x, y, strict=True)))(
        params
    )


# %% wrong: gradient_of_scan
# Your values are right, but the arrays of all micro-batches are in memory at the same time. The
# gradient *of* a loop stores the tape of every iteration, and the iterations of a Python loop are
# independent, so the compiler allocates all their arrays. Call `jax.grad` inside a `scan`.
def large_batch(params, x, y):
    return jax.grad(
        lambda params: jax.lax.map(lambda batch: batch_loss(params, *batch), (x, y)).sum()
    )(params)


# %% wrong: gradients_stored
# Your values are right, but you store the gradients of every micro-batch until the end. Add them to
# a running sum in the carry of a `scan`.
def large_batch(params, x, y):
    each = jax.lax.map(lambda batch: jax.grad(batch_loss)(params, *batch), (x, y))
    return jax.tree.map(lambda grads: grads.sum(axis=0), each)


# %% wrong: mean_for_sum
# You divided by the number of micro-batches. `batch_loss` is a sum, so the gradients of the
# large batch are the sum over the micro-batches.
#
# -    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    total = jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.tree.map(lambda grads: grads / len(x), total)


# %% wrong: last_batch
# You returned the gradients of the last micro-batch. Add the gradients of the other micro-batches,
# too.
def large_batch(params, x, y):
    def step(_, batch):
        return jax.grad(batch_loss)(params, *batch), None

    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]


# %% wrong: first_batch
# You returned the gradients of the first micro-batch. Add the gradients of the other micro-batches,
# too.
def large_batch(params, x, y):
    return jax.grad(batch_loss)(params, x[0], y[0])


# %% wrong: weights_updated_between
# You updated the weights after each micro-batch. All gradients of a large batch must be taken at
# the same weights. Use `params` unchanged.
def large_batch(params, x, y):
    def step(state, batch):
        now, total = state
        grads = jax.grad(batch_loss)(now, *batch)
        moved = jax.tree.map(jnp.subtract, now, grads)
        return (moved, jax.tree.map(jnp.add, total, grads)), None

    start = params, jax.tree.map(jnp.zeros_like, params)
    return jax.lax.scan(step, start, (x, y))[0][1]


# %% wrong: started_from_weights
# You started the sum of the gradients from the weights. Start from zeros.
#
# -    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(step, params, (x, y))[0]


# %% wrong: started_from_scalar
# You started the sum from a scalar, to which a dict of gradients cannot be added. Start from a dict
# of zeros with the shapes of `params`.
#
# -    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(step, 0.0, (x, y))[0]


# %% wrong: first_batch_twice
# You started the sum from the gradients of the first micro-batch, and the loop adds them again.
# Start from zeros, or leave that micro-batch out of the loop.
#
# -    return jax.lax.scan(step, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(step, jax.grad(batch_loss)(params, x[0], y[0]), (x, y))[0]


# %% right: python_loop
def large_batch(params, x, y):
    def step(i, total):
        return jax.tree.map(jnp.add, total, jax.grad(batch_loss)(params, x[i], y[i]))

    return jax.lax.fori_loop(0, len(x), step, jax.tree.map(jnp.zeros_like, params))


# %% right: recomputed
def large_batch(params, x, y):
    def sums(params):
        def step(total, batch):
            return total + batch_loss(params, *batch), None

        return jax.lax.scan(jax.checkpoint(step), 0.0, (x, y))[0]

    return jax.grad(sums)(params)


# %% right: with_loss_in_carry
def large_batch(params, x, y):
    def step(state, batch):
        error, grads = jax.value_and_grad(batch_loss)(params, *batch)
        return (state[0] + error, jax.tree.map(jnp.add, state[1], grads)), None

    start = 0.0, jax.tree.map(jnp.zeros_like, params)
    return jax.lax.scan(step, start, (x, y))[0][1]
