# ---
# title: Compute the gradients of attention block by block
# kind: program
# points: 1
# minutes: 25
# star: true
# hints:
#   - "A row of the answer depends on its own query, and on all keys and values. Which gradients are
#     complete after a block of eight rows, and which must be summed over all blocks?"
#   - "Call `jax.vjp` on `attend` for eight queries, and pass the eight rows of `g` to its result.
#     Its arrays are 8 by n and are freed before the next block. Loop over the blocks with
#     `jax.lax.scan`."
#   - "The carry holds the gradients of `k` and `v` and starts from zeros. Each iteration returns
#     the gradients of its eight queries. `first` is the position of the block's first query: 0, 8,
#     16, ..."
# ---

# %% [markdown]
# Compute the gradients of a loss with respect to the inputs `q`, `k` and `v` of causal attention,
# with the scores of eight queries in memory at a time.
#
# `g` is the gradient of the loss with respect to the output, `attend(q, k, v, 0)`. The number of
# tokens is a multiple of 8. Return the gradients with respect to `q`, `k` and `v`, in this order.
#
# `jax.vjp` of the whole function stores a score for each pair of tokens. For a long sequence, these
# scores take more memory than all other arrays. The scores of eight queries with all keys are small
# enough.
#
# - For `n = 256` tokens with `d = 2` and `e = 4`, the peak memory may be at most 70,900 bytes, 1.5
#   times that of our solution.
# - The work may be at most 4.98 million operations for these sizes, 1.7 times that of our solution.
# - No operation may compute with an array of more than `32 * n` elements, four times the scores of
#   eight queries.
# - Loop with `jax.lax.scan`, and carry the sums. In a Python `for`, which is unrolled, all terms of
#   a sum stay in memory until its end.

# %% given
import jax
import jax.numpy as jnp


def attend(q, k, v, first):
    """Causal attention of the queries from position `first` on.

    q: f32[m, d], k: f32[n, d], v: f32[n, e] -> f32[m, e]."""
    places = first + jnp.arange(len(q))
    scores = q @ k.T / q.shape[1] ** 0.5
    scores = jnp.where(jnp.arange(len(k)) <= places[:, None], scores, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% answer
def attention_backward(q, k, v, g):
    """q and k: f32[8*t, d], v and g: f32[8*t, e] -> the gradients of q, k and v.

    Eight to ten lines."""

    ### BEGIN SOLUTION
    def block(so_far, rows):
        of_k, of_v = so_far
        q, g, first = rows
        _, back = jax.vjp(lambda q, k, v: attend(q, k, v, first), q, k, v)
        of_q, more_k, more_v = back(g)
        return (of_k + more_k, of_v + more_v), of_q

    eight = q.reshape(-1, 8, q.shape[1]), g.reshape(-1, 8, g.shape[1]), jnp.arange(0, len(q), 8)
    start = jnp.zeros_like(k), jnp.zeros_like(v)
    (of_k, of_v), of_q = jax.lax.scan(block, start, eight)
    return of_q.reshape(q.shape), of_k, of_v
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v, g):
    root = q.shape[1] ** 0.5
    scores = np.where(np.tri(len(q), dtype=bool), q @ k.T / root, -np.inf)
    exps = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = exps / exps.sum(axis=1, keepdims=True)
    of_shares = g @ v.T
    of_scores = shares * (of_shares - (shares * of_shares).sum(axis=1, keepdims=True)) / root
    return of_scores @ k, of_scores.T @ q, shares.T @ g


def sequences(draw):
    t, d, e = draw.each([(1, 1, 1), (2, 3, 4), (16, 4, 2), (3, 5, 1), (4, 6, 3), (32, 2, 4)])
    wide = draw.each([1.0, 2.5, 1.0, 2.5, 2.5])
    return (
        draw.array("f32", (8 * t, d), -wide, wide),
        draw.array("f32", (8 * t, d), -wide, wide),
        draw.array("f32", (8 * t, e), -1.0, 1.0),
        draw.array("f32", (8 * t, e), -1.0, 1.0),
    )


check(attention_backward, spec=plain, given=sequences, budget=Budget(peak=1.5, block=4, work=1.7))
