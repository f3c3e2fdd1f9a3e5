# %% wrong: all_at_once
# Right, but the hidden numbers of all small batches are in memory at the same time. Take one small
# batch after another, and forget its arrays when its gradients have been added.
def large_batch(params, x, y):
    return jax.grad(astray)(params, x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2]))


# %% wrong: all_at_once_written_out
# Right, but the hidden numbers of all small batches are in memory at once. Even written out number
# by number they are one table: several sums read it, so the compiler keeps it. Take one small batch
# after another.
def large_batch(params, x, y):
    def pairs(a, b):
        return sum(a[:, i][:, None] * b[:, i] for i in range(a.shape[1]))

    x, y = x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2])
    hidden = jnp.maximum(pairs(x, params["w1"].T) + params["b1"], 0)
    off = jnp.stack([(hidden * w).sum(axis=1) for w in params["w2"].T], axis=1) - y
    back = pairs(off, params["w2"]) * (hidden > 0)
    w1 = jnp.stack([(x[:, i][:, None] * back).sum(axis=0) for i in range(x.shape[1])])
    w2 = jnp.stack([(hidden * off[:, j][:, None]).sum(axis=0) for j in range(y.shape[1])], axis=1)
    return {"w1": w1, "b1": back.sum(axis=0), "w2": w2}


# %% wrong: slopes_kept
# Right, but the gradients of every small batch are kept until the end. Add each to a running total:
# the carry of a `scan`.
def large_batch(params, x, y):
    each = jax.lax.map(lambda batch: jax.grad(astray)(params, *batch), (x, y))
    return jax.tree.map(lambda slopes: slopes.sum(axis=0), each)


# %% wrong: written_out
# Right, but the arrays of all small batches are there together. `jax.grad` *of* a loop keeps the
# tape of every turn; and if Python writes the turns out, no turn waits for another, so the compiler
# keeps the arrays of all. Put `jax.grad` inside, and a `scan` around it.
def large_batch(params, x, y):
    total = jax.tree.map(jnp.zeros_like, params)
    for batch in zip(x, y, strict=True):
        total = jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch))
    return total


# %% wrong: kept_in_pieces
# Right, but the arrays of all small batches are there together. `jax.grad` *of* a loop keeps the
# tape of every turn; and if Python writes the turns out, no turn waits for another, so the compiler
# keeps the arrays of all. Put `jax.grad` inside, and a `scan` around it.
def large_batch(params, x, y):
    return jax.grad(lambda p: sum(astray(p, *batch) for batch in zip(x, y, strict=True)))(params)


# %% wrong: tape_of_every_turn
# Right, but the arrays of all small batches are there together. `jax.grad` *of* a loop keeps the
# tape of every turn; and if Python writes the turns out, no turn waits for another, so the compiler
# keeps the arrays of all. Put `jax.grad` inside, and a `scan` around it.
def large_batch(params, x, y):
    return jax.grad(lambda params: jax.lax.map(lambda batch: astray(params, *batch), (x, y)).sum())(
        params
    )


# %% wrong: the_mean
# You divided by the number of small batches. `astray` is a sum, so the gradients of the large batch
# are the sum of the small ones.
#
# -    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    total = jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.tree.map(lambda slopes: slopes / len(x), total)


# %% wrong: a_share_of_each
# You divided by the number of small batches. `astray` is a sum, so the gradients of the large batch
# are the sum of the small ones.
#
# -        return jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch)), None
# +        slopes = jax.grad(astray)(params, *batch)
# +        return jax.tree.map(lambda all, some: all + some / len(x), total, slopes), None


# %% wrong: last_batch
# Those are the gradients of the last small batch: the others were forgotten before they were added.
def large_batch(params, x, y):
    def turn(_, batch):
        return jax.grad(astray)(params, *batch), None

    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]


# %% wrong: first_batch
# Those are the gradients of the first small batch. All of them are asked for.
def large_batch(params, x, y):
    return jax.grad(astray)(params, x[0], y[0])


# %% wrong: steps_between
# You moved the weights after each small batch. All gradients of a large batch are taken at the same
# weights.
def large_batch(params, x, y):
    def turn(state, batch):
        now, total = state
        slopes = jax.grad(astray)(now, *batch)
        moved = jax.tree.map(jnp.subtract, now, slopes)
        return (moved, jax.tree.map(jnp.add, total, slopes)), None

    start = params, jax.tree.map(jnp.zeros_like, params)
    return jax.lax.scan(turn, start, (x, y))[0][1]


# %% wrong: started_from_the_weights
# Your total starts from the weights themselves. Nothing has been added yet: start from zeros.
#
# -    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(turn, params, (x, y))[0]


# %% wrong: started_from_a_number
# Your total starts from one number, and a dict of gradients cannot be added to that. Start from a
# dict of zeros, in the shapes of `params`.
#
# -    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(turn, 0.0, (x, y))[0]


# %% wrong: first_batch_twice
# Your total starts from the gradients of the first small batch, and the loop adds them once more.
# Start from zeros, or leave that batch out of the loop.
#
# -    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
# +    return jax.lax.scan(turn, jax.grad(astray)(params, x[0], y[0]), (x, y))[0]


# %% right: python_counts
def large_batch(params, x, y):
    def turn(i, total):
        return jax.tree.map(jnp.add, total, jax.grad(astray)(params, x[i], y[i]))

    return jax.lax.fori_loop(0, len(x), turn, jax.tree.map(jnp.zeros_like, params))


# %% right: made_anew
def large_batch(params, x, y):
    def sums(params):
        def turn(total, batch):
            return total + astray(params, *batch), None

        return jax.lax.scan(jax.checkpoint(turn), 0.0, (x, y))[0]

    return jax.grad(sums)(params)


# %% right: with_the_error
def large_batch(params, x, y):
    def turn(state, batch):
        error, slopes = jax.value_and_grad(astray)(params, *batch)
        return (state[0] + error, jax.tree.map(jnp.add, state[1], slopes)), None

    start = 0.0, jax.tree.map(jnp.zeros_like, params)
    return jax.lax.scan(turn, start, (x, y))[0][1]
