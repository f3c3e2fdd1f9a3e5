# ---
# title: Softmax that has not seen the end
# kind: program
# points: 2
# minutes: 25
# hints:
#   - "Of all blocks so far a query needs three things: the greatest score, the sum of `exp(score -
#     greatest)`, and the values added up with the same weights."
#   - "A new block may have a greater score. Then everything so far was raised to the wrong power:
#     multiply the old sum *and* the old values by `exp(old greatest - new greatest)`."
#   - "`jax.lax.scan` over `k.reshape(-1, 8, d)` and `v.reshape(-1, 8, e)`; the carry starts from
#     `jnp.full(n, -jnp.inf)`, zeros and zeros. Divide once, after the last block."
# choices:
#   "jnp.zeros(n)": the first block multiplies it by `exp(-inf)`, which is 0
#   "jnp.zeros((n, v.shape[1]))": the first block multiplies it by 0 as well
# ---

# %% [markdown]
# Write attention that looks at 8 keys at a time, and never has all scores in memory.
#
# There is no mask, and nothing to divide by: the score of key `j` for query `i` is `q[i] @ k[j]`.
# Row `i` of the answer is the softmax of its scores times `v`. There are a multiple of 8 keys. The
# check limits the memory in use at once, the operations (work), and the operations in a row (span).
# Do not keep all scores, in one array or in many. Do not look at every block twice: that is half as
# much work again. Do not take one query after another. A Python `for` leaves no loop in the
# program, so the compiler plans the arrays of all its blocks at once: use `jax.lax.scan`. Scores go
# from below -500 to above 500; in some inputs all of them lie far below zero, or far above.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def in_blocks(q, k, v):
    """q: f32[n, d], k: f32[8*t, d], v: f32[8*t, e] -> f32[n, e]. Eight to twelve lines."""
    ### BEGIN SOLUTION
    n, d = q.shape

    def block(so_far, rows):
        greatest, total, seen = so_far
        keys, values = rows
        scores = q @ keys.T
        new = jnp.maximum(greatest, scores.max(axis=1))
        raised = jnp.exp(scores - new[:, None])
        old = jnp.exp(greatest - new)
        total = total * old + raised.sum(axis=1)
        return (new, total, seen * old[:, None] + raised @ values), None

    start = jnp.full(n, -jnp.inf), jnp.zeros(n), jnp.zeros((n, v.shape[1]))
    blocks = k.reshape(-1, 8, d), v.reshape(-1, 8, v.shape[1])
    (_, total, seen), _ = jax.lax.scan(block, start, blocks)
    return seen / total[:, None]
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v):
    scores = q @ k.T
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True) @ v


def texts(draw):
    n, t, d, e = draw.each(
        [(1, 1, 1, 1), (5, 3, 4, 2), (64, 16, 8, 3), (2, 7, 3, 1), (9, 2, 1, 5), (8, 64, 4, 1)]
    )
    # Scores of some units; of hundreds, both signs; all far below zero; all far above.
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


# In float32 a score of 2,048 is known to 2^-12, and so is the logarithm of a sum of `exp`: shares
# by `logsumexp` are off by as much in each block.
check(
    in_blocks,
    spec=plain,
    given=texts,
    budget=Budget(peak=1.8, block=4, work=1.3, span=3),
    tolerance=1e-3,
)
