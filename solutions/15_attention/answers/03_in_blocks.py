# %% wrong: all_scores_at_once
# Your values are right, but all scores are in memory at the same time. Process 8 keys at a time,
# and carry what the next block needs.
def blocked_attention(q, k, v):
    return jax.nn.softmax(q @ k.T) @ v


# %% wrong: unrolled
# Your values are right, but Python unrolled the loop. The blocks do not wait for each other, so the
# compiler keeps the arrays of all blocks. Use `jax.lax.scan`.
def blocked_attention(q, k, v):
    greatest, total, seen = -jnp.inf, 0.0, 0.0
    for first in range(0, len(k), 8):
        scores = q @ k[first : first + 8].T
        new = jnp.maximum(greatest, scores.max(axis=1, keepdims=True))
        exps, old = jnp.exp(scores - new), jnp.exp(greatest - new)
        total = total * old + exps.sum(axis=1, keepdims=True)
        seen = seen * old + exps @ v[first : first + 8]
        greatest = new
    return seen / total


# %% wrong: blocks_stored
# Your values are right, but you keep the maximum, the sum and the values of every block until the
# end. The memory for them grows with the sequence. Carry only one of each, and rescale the sums
# when a larger maximum occurs.
def blocked_attention(q, k, v):
    def block(_, rows):
        scores = q @ rows[0].T
        greatest = scores.max(axis=1, keepdims=True)
        exps = jnp.exp(scores - greatest)
        return None, (greatest, exps.sum(axis=1, keepdims=True), exps @ rows[1])

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    greatest, total, seen = jax.lax.scan(block, None, blocks)[1]
    share = jnp.exp(greatest - greatest.max(axis=0))
    return (seen * share).sum(axis=0) / (total * share).sum(axis=0)


# %% wrong: query_by_query_in_blocks
# Your values are right, but you process one query after another. Process 8 keys at a time, for all
# queries in parallel.
#
# -    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# -    return seen / total[:, None]
# +    queries = q[:, None]
# +
# +    def one(q):
# +        def block(so_far, rows):
# +            scores = q @ rows[0].T
# +            new = jnp.maximum(so_far[0], scores.max(axis=1))
# +            exps, old = jnp.exp(scores - new[:, None]), jnp.exp(so_far[0] - new)
# +            total = so_far[1] * old + exps.sum(axis=1)
# +            return (new, total, so_far[2] * old[:, None] + exps @ rows[1]), None
# +
# +        start = jnp.full(1, -jnp.inf), jnp.zeros(1), jnp.zeros((1, v.shape[1]))
# +        (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# +        return (seen / total[:, None])[0]
# +
# +    return jax.lax.map(one, queries)


# %% wrong: two_passes
# Your values are right, but you process every block twice, once for the maximum and once for the
# sums. One pass is enough. Rescale the sums whenever a larger maximum occurs.
def blocked_attention(q, k, v):
    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])

    def look(greatest, keys):
        return jnp.maximum(greatest, (q @ keys.T).max(axis=1)), None

    greatest, _ = jax.lax.scan(look, jnp.full(len(q), -jnp.inf), blocks[0])

    def add(so_far, rows):
        exps = jnp.exp(q @ rows[0].T - greatest[:, None])
        return (so_far[0] + exps.sum(axis=1), so_far[1] + exps @ rows[1]), None

    start = jnp.zeros(len(q)), jnp.zeros((len(q), v.shape[1]))
    (total, seen), _ = jax.lax.scan(add, start, blocks)
    return seen / total[:, None]


# %% wrong: maximum_not_subtracted
# You did not subtract the maximum. `exp(89)` overflows float32, and if all scores are below -104,
# every `exp` is zero and the result is 0 / 0. Carry the maximum so far, and subtract it from the
# scores.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = jnp.zeros(n)


# %% wrong: old_sums_not_rescaled
# You left the old sums unchanged when a larger maximum occurred. The old sums are still relative to
# the old maximum. Multiply the old sum and the old values by `exp(old maximum - new maximum)`.
#
# -        total = total * old + exps.sum(axis=1)
# -        return (new, total, seen * old[:, None] + exps @ values), None
# +        return (new, total + exps.sum(axis=1), seen + exps @ values), None


# %% wrong: one_maximum_for_all
# You used one maximum for all queries. If the maximum of another query is far larger, every `exp`
# of a row is zero, and the result is 0 / 0. Take the maximum of each row.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = jnp.maximum(greatest, scores.max())


# %% wrong: started_from_zero
# You started the maximum from zero or another finite number. If all scores are far below it, every
# `exp` is zero, and the result is 0 / 0. Start from minus infinity.
#
# -    start = jnp.full(n, -jnp.inf), jnp.zeros(n), jnp.zeros((n, v.shape[1]))
# +    start = jnp.zeros(n), jnp.zeros(n), jnp.zeros((n, v.shape[1]))


# %% wrong: maximum_of_block_only
# You used only the maximum of the new block. An earlier block may have a larger one, and then the
# old sums overflow. Keep the maximum over all blocks so far.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = scores.max(axis=1)


# %% wrong: fixed_8_blocks
# Your values are right, but you split the keys into 8 blocks, so a block grows with the sequence.
# Use blocks of 8 keys.
#
# -    blocks = k.reshape(-1, 8, d), v.reshape(-1, 8, v.shape[1])
# +    blocks = k.reshape(8, -1, d), v.reshape(8, -1, v.shape[1])


# %% wrong: block_softmaxes_added
# You computed a softmax for each block and added the results. The attention weights of a row then
# add up to the number of blocks. Divide once, after the last block, by the sum over all blocks.
def blocked_attention(q, k, v):
    def block(seen, rows):
        return seen + jax.nn.softmax(q @ rows[0].T) @ rows[1], None

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    return jax.lax.scan(block, jnp.zeros((len(q), v.shape[1])), blocks)[0]


# %% right: by_the_logarithm_of_the_sum
def blocked_attention(q, k, v):
    def block(so_far, rows):
        before, mean = so_far
        scores = q @ rows[0].T
        total = jnp.logaddexp(before, jax.nn.logsumexp(scores, axis=1))
        mean = mean * jnp.exp(before - total)[:, None]
        return (total, mean + jnp.exp(scores - total[:, None]) @ rows[1]), None

    start = jnp.full(len(q), -jnp.inf), jnp.zeros((len(q), v.shape[1]))
    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    return jax.lax.scan(block, start, blocks)[0][1]


# %% right: four_blocks_per_iteration
# -    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# +    (_, total, seen), _ = jax.lax.scan(block, start, blocks, unroll=4)
