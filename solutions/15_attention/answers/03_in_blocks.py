# %% wrong: all_at_once
# Right, but all scores are in memory at once. Take 8 keys at a time, and carry what the next block
# needs of those before it.
def in_blocks(q, k, v):
    return jax.nn.softmax(q @ k.T) @ v


# %% wrong: written_out
# Right, but in your program no block waits for another: Python wrote them all out side by side, and
# the compiler keeps the arrays of all of them. In a `scan` each waits.
def in_blocks(q, k, v):
    greatest, total, seen = -jnp.inf, 0.0, 0.0
    for first in range(0, len(k), 8):
        scores = q @ k[first : first + 8].T
        new = jnp.maximum(greatest, scores.max(axis=1, keepdims=True))
        raised, old = jnp.exp(scores - new), jnp.exp(greatest - new)
        total = total * old + raised.sum(axis=1, keepdims=True)
        seen = seen * old + raised @ v[first : first + 8]
        greatest = new
    return seen / total


# %% wrong: every_block_kept
# Right, but the greatest score, the sum and the values of every block are kept until the end, which
# grows with the text. Carry one of each, and correct it when a greater score comes.
def in_blocks(q, k, v):
    def block(_, rows):
        scores = q @ rows[0].T
        greatest = scores.max(axis=1, keepdims=True)
        raised = jnp.exp(scores - greatest)
        return None, (greatest, raised.sum(axis=1, keepdims=True), raised @ rows[1])

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    greatest, total, seen = jax.lax.scan(block, None, blocks)[1]
    share = jnp.exp(greatest - greatest.max(axis=0))
    return (seen * share).sum(axis=0) / (total * share).sum(axis=0)


# %% wrong: query_by_query
# Right, but the queries wait for one another, each for its whole row of scores. Take 8 keys at a
# time, and all queries together.
def in_blocks(q, k, v):
    return jax.lax.map(lambda query: jax.nn.softmax(k @ query) @ v, q)


# %% wrong: query_by_query_in_blocks
# The values are right, but the queries wait for one another. Take 8 keys at a time, and all queries
# together.
#
# -    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# -    return seen / total[:, None]
# +    queries = q[:, None]
# +
# +    def one(q):
# +        def block(so_far, rows):
# +            scores = q @ rows[0].T
# +            new = jnp.maximum(so_far[0], scores.max(axis=1))
# +            raised, old = jnp.exp(scores - new[:, None]), jnp.exp(so_far[0] - new)
# +            total = so_far[1] * old + raised.sum(axis=1)
# +            return (new, total, so_far[2] * old[:, None] + raised @ rows[1]), None
# +
# +        start = jnp.full(1, -jnp.inf), jnp.zeros(1), jnp.zeros((1, v.shape[1]))
# +        (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# +        return (seen / total[:, None])[0]
# +
# +    return jax.lax.map(one, queries)


# %% wrong: twice
# Right, but every block is looked at twice: once for the greatest, once for the sums. One round is
# enough if you correct the sums whenever a greater score comes.
def in_blocks(q, k, v):
    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])

    def look(greatest, keys):
        return jnp.maximum(greatest, (q @ keys.T).max(axis=1)), None

    greatest, _ = jax.lax.scan(look, jnp.full(len(q), -jnp.inf), blocks[0])

    def add(so_far, rows):
        raised = jnp.exp(q @ rows[0].T - greatest[:, None])
        return (so_far[0] + raised.sum(axis=1), so_far[1] + raised @ rows[1]), None

    start = jnp.zeros(len(q)), jnp.zeros((len(q), v.shape[1]))
    (total, seen), _ = jax.lax.scan(add, start, blocks)
    return seen / total[:, None]


# %% wrong: greatest_not_taken_off
# `exp` of 89 is too large for a float32, and where all scores are below -104 every `exp` is zero,
# and that is 0 / 0. Carry the greatest score so far, and subtract it.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = jnp.zeros(n)


# %% wrong: old_not_put_right
# A greater score came, and what was added before it stayed as it was. Multiply the old sum and the
# old values by `exp(old greatest - new greatest)`.
#
# -        total = total * old + raised.sum(axis=1)
# -        return (new, total, seen * old[:, None] + raised @ values), None
# +        return (new, total + raised.sum(axis=1), seen + raised @ values), None


# %% wrong: sum_not_put_right
# You corrected the values when a greater score came, but not the sum. Both were made with the old
# greatest.
#
# -        total = total * old + raised.sum(axis=1)
# +        total = total + raised.sum(axis=1)


# %% wrong: one_greatest_for_all
# Your greatest score is that of all queries together. Where another query's is far above, every
# `exp` of a row is zero, and that is 0 / 0. Take it along each row, `max(axis=1)`.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = jnp.maximum(greatest, scores.max())


# %% wrong: started_from_zero
# Your greatest score starts from zero, or from another number. Where all scores lie far below, it
# stays there, and every `exp` is zero, and that is 0 / 0. Start from minus infinity.
#
# -    start = jnp.full(n, -jnp.inf), jnp.zeros(n), jnp.zeros((n, v.shape[1]))
# +    start = jnp.zeros(n), jnp.zeros(n), jnp.zeros((n, v.shape[1]))


# %% wrong: greatest_of_this_block
# You took only the greatest score of the new block. A block before it may hold a greater one, and
# then the old sums become infinite: the greatest so far never falls.
#
# -        new = jnp.maximum(greatest, scores.max(axis=1))
# +        new = scores.max(axis=1)


# %% wrong: own_greatest_of_each_block
# You subtracted each block's own greatest score and added up the results. They have different
# scales: multiply the old sum and the old values by `exp(old greatest - new greatest)` first.
def in_blocks(q, k, v):
    def block(so_far, rows):
        scores = q @ rows[0].T
        raised = jnp.exp(scores - scores.max(axis=1, keepdims=True))
        return (so_far[0] + raised.sum(axis=1), so_far[1] + raised @ rows[1]), None

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    start = jnp.zeros(len(q)), jnp.zeros((len(q), v.shape[1]))
    (total, seen), _ = jax.lax.scan(block, start, blocks)
    return seen / total[:, None]


# %% wrong: eight_blocks
# Right, but you cut the keys into 8 blocks, and a block grows with the text. Each block has 8 keys,
# however many blocks that makes.
#
# -    blocks = k.reshape(-1, 8, d), v.reshape(-1, 8, v.shape[1])
# +    blocks = k.reshape(8, -1, d), v.reshape(8, -1, v.shape[1])


# %% wrong: blocks_added_up
# You computed a softmax for each block and added these up, so the shares of a row add up to the
# number of blocks. Divide once, after the last block, by the sum over all of them.
def in_blocks(q, k, v):
    def block(seen, rows):
        return seen + jax.nn.softmax(q @ rows[0].T) @ rows[1], None

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    return jax.lax.scan(block, jnp.zeros((len(q), v.shape[1])), blocks)[0]


# %% wrong: mean_of_the_blocks
# You took the mean of the softmaxes of the blocks. A block with large scores counts more: divide
# once, after the last block, by the sum over all of them.
def in_blocks(q, k, v):
    def block(seen, rows):
        return seen + jax.nn.softmax(q @ rows[0].T) @ rows[1], None

    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    seen = jax.lax.scan(block, jnp.zeros((len(q), v.shape[1])), blocks)[0]
    return seen / len(blocks[0])


# %% right: by_the_logarithm_of_the_sum
def in_blocks(q, k, v):
    def block(so_far, rows):
        before, mean = so_far
        scores = q @ rows[0].T
        total = jnp.logaddexp(before, jax.nn.logsumexp(scores, axis=1))
        mean = mean * jnp.exp(before - total)[:, None]
        return (total, mean + jnp.exp(scores - total[:, None]) @ rows[1]), None

    start = jnp.full(len(q), -jnp.inf), jnp.zeros((len(q), v.shape[1]))
    blocks = k.reshape(-1, 8, k.shape[1]), v.reshape(-1, 8, v.shape[1])
    return jax.lax.scan(block, start, blocks)[0][1]


# %% right: four_turns_at_once
# -    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
# +    (_, total, seen), _ = jax.lax.scan(block, start, blocks, unroll=4)
