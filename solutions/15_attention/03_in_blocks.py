# ---
# title: Compute attention block by block
# kind: program
# points: 2
# minutes: 25
# hints:
#   - "For each query, three things summarise all blocks so far: the maximum score, the sum of
#     `exp(score - maximum)`, and the sum of the values with the same weights."
#   - "A new block may have a larger maximum. Then the earlier exponentials refer to the wrong
#     maximum. Multiply the old sum *and* the old values by `exp(old maximum - new maximum)`."
#   - "Use `jax.lax.scan` over `k.reshape(-1, 8, d)` and `v.reshape(-1, 8, e)`. The carry starts
#     from `jnp.full(n, -jnp.inf)`, zeros and zeros. Divide once, after the last block."
# choices:
#   "jnp.zeros(n)": the first block multiplies it by `exp(-inf)`, which is 0
#   "jnp.zeros((n, v.shape[1]))": the first block multiplies it by 0 as well
# ---

# %% [markdown]
# Compute attention with 8 keys at a time, without ever storing all scores in memory.
#
# The score of key `j` for query `i` is `q[i] @ k[j]`, without a mask and without scaling. Return
# the array whose row `i` is the softmax of the scores of query `i`, times `v`. The number of keys
# is a multiple of 8. Scores range from below -500 to above 500, and in some inputs all scores
# are far below zero or far above it.
#
# The check counts four costs for `n = 8` queries and 512 keys with `d = 4` and `e = 1`:
#
# - The peak memory may be at most 19,800 bytes, 1.8 times that of our solution: do not store all
#   scores, in one array or in several.
# - No operation may compute with an array of more than `32 * n` elements, four times the scores of
#   a block. Moving elements (`reshape`, slices) does not count.
# - The work may be at most 79,200 operations, 1.3 times that of our solution. Processing each block
#   twice exceeds this.
# - The span (longest chain of dependent operations) may be at most 2,691, three times that of our
#   solution: do not process one query after another.
#
# Loop with `jax.lax.scan`. A Python `for` leaves no loop in the program, so the compiler allocates
# the arrays of all blocks at once.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def blocked_attention(q, k, v):
    """q: f32[n, d], k: f32[8*t, d], v: f32[8*t, e] -> f32[n, e]. Eight to twelve lines."""
    ### BEGIN SOLUTION
    n, d = q.shape

    def block(so_far, rows):
        greatest, total, seen = so_far
        keys, values = rows
        scores = q @ keys.T
        new = jnp.maximum(greatest, scores.max(axis=1))
        exps = jnp.exp(scores - new[:, None])
        old = jnp.exp(greatest - new)
        total = total * old + exps.sum(axis=1)
        return (new, total, seen * old[:, None] + exps @ values), None

    start = jnp.full(n, -jnp.inf), jnp.zeros(n), jnp.zeros((n, v.shape[1]))
    blocks = k.reshape(-1, 8, d), v.reshape(-1, 8, v.shape[1])
    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
    return seen / total[:, None]
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v):
    scores = q @ k.T
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    return exps / exps.sum(axis=1, keepdims=True) @ v


def sequences(draw):
    n, t, d, e = draw.each(
        [(1, 1, 1, 1), (5, 3, 4, 2), (64, 16, 8, 3), (2, 7, 3, 1), (9, 2, 1, 5), (8, 64, 4, 1)]
    )
    # Small scores, large scores of both signs, all far below zero, all far above.
    asked, held = draw.each(
        [
            ((-1.5, 1.5), (-1.5, 1.5)),
            ((-16.0, 16.0), (-16.0, 16.0)),
            ((12.0, 20.0), (-20.0, -12.0)),
            ((12.0, 20.0), (12.0, 20.0)),
            ((-1.5, 1.5), (-1.5, 1.5)),
        ]
    )
    return (
        draw.array("f32", (n, d), *asked),
        draw.array("f32", (8 * t, d), *held),
        draw.array("f32", (8 * t, e), -1.0, 1.0),
    )


# A float32 score of 2,048 is accurate to 2^-12, and so is its `logsumexp`. Shares computed with
# `logsumexp` have an error of that size in each block.
check(
    blocked_attention,
    spec=plain,
    given=sequences,
    budget=Budget(peak=1.8, block=4, work=1.3, span=3),
    tolerance=1e-3,
)
