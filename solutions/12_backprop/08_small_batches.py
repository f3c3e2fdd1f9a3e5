# ---
# title: "A large batch in small memory"
# kind: program
# points: 1
# minutes: 20
# star: true
# hints:
#   - "The gradients of a sum are the sum of the gradients. So what has to be there at the same
#     time, and what may be forgotten as soon as it has been added?"
#   - "A `scan` whose carry is a dict of gradients, and which takes the small batches in turn.
#     `jax.grad` goes inside: of a scan, it would keep the tape of every turn."
#   - "`turn(total, batch)` returns `jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch)),
#     None`, and starts from `jax.tree.map(jnp.zeros_like, params)`."
# ---

# %% [markdown]
# Give the gradients of `astray` summed over `k` small batches, with the arrays of one small batch
# in memory, and not of all.
#
# `x` and `y` hold `k` *micro-batches* of `n` examples. Together they are one large batch, and the
# gradients have to be those of the large batch exactly. This is how training uses a batch that
# does not fit into memory (*gradient accumulation*). The check reads your program: what is there
# at the same time, and the work. A `for` of Python's leaves no loop in the program: its turns
# stand side by side, and the compiler plans the arrays of all of them.

# %% given
import jax
import jax.numpy as jnp


def astray(params, x, y):
    """Half the sum of the squares of what two layers are off. x: f32[n, d], y: f32[n, c]."""
    hidden = jnp.maximum(x @ params["w1"] + params["b1"], 0)
    return 0.5 * ((hidden @ params["w2"] - y) ** 2).sum()


# %% answer
def large_batch(params, x, y):
    """params: {w1: f32[d, h], b1: f32[h], w2: f32[h, c]}, x: f32[k, n, d], y: f32[k, n, c]
    -> a dict like params. Three to six lines."""

    ### BEGIN SOLUTION
    def turn(total, batch):
        return jax.tree.map(jnp.add, total, jax.grad(astray)(params, *batch)), None

    return jax.lax.scan(turn, jax.tree.map(jnp.zeros_like, params), (x, y))[0]
    ### END SOLUTION


# %% check
import numpy as np


def plain(params, x, y):
    x, y = x.reshape(-1, x.shape[2]), y.reshape(-1, y.shape[2])
    hidden = np.maximum(x @ params["w1"] + params["b1"], 0)
    wrong = hidden @ params["w2"] - y
    back = wrong @ params["w2"].T * (hidden > 0)
    return {"w1": x.T @ back, "b1": back.sum(axis=0), "w2": hidden.T @ wrong}


def batches(draw):
    k, n, d, h, c = draw.each(
        [
            (1, 1, 1, 1, 1),
            (3, 2, 4, 5, 1),
            (2, 5, 3, 1, 2),
            (4, 1, 2, 3, 5),
            (5, 3, 6, 2, 4),
            (16, 32, 8, 32, 2),
        ]
    )
    return (
        {
            "w1": draw.array("f32", (d, h), -2, 2),
            # Odd, so that no hidden neuron stands at zero.
            "b1": draw.array("f32", (h,), -3, 3, then=lambda drawn: 2 * drawn + 1),
            "w2": draw.array("f32", (h, c), -2, 2),
        },
        draw.array("f32", (k, n, d), -2, 2, then=lambda drawn: 2 * drawn),
        draw.array("f32", (k, n, c), -3, 3),
    )


check(large_batch, spec=plain, given=batches, budget=Budget(peak=1.4, block=4, work=1.3))


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
