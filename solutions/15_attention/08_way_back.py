# ---
# title: The backward pass, without the square
# kind: program
# points: 1
# minutes: 25
# star: true
# hints:
#   - "A row of the answer depends on its own query, and on all keys and values. So which gradients
#     of eight rows are done when the eight are, and which have to be added up over all blocks?"
#   - "`jax.vjp` of `attend` on eight queries, with the eight rows of `g`: its arrays are 8 by n,
#     and forgotten before the next block. The blocks go through a `jax.lax.scan`."
#   - "The carry holds the gradients of `k` and of `v`, from zeros on; each turn gives those of its
#     eight queries. `attend` wants to know where its first query stands: 0, 8, 16, ..."
# ---

# %% [markdown]
# Give the gradients of causal attention for `q`, `k` and `v`, with the scores of eight tokens in
# memory at a time.
#
# `g` holds the gradient of the error for each entry of `attend(q, k, v, 0)`. There are a multiple
# of 8 tokens. `jax.vjp` of the whole keeps a score for each pair of tokens, and for a long text
# that is more than all the rest. Eight tokens that ask, and all that are asked, are few enough. The
# check reads your program: what is there at the same time, and the work. Let `jax.lax.scan` turn
# the loop and carry the sums: of a loop that Python writes out, all parts of a sum are kept to its
# end.

# %% given
import jax
import jax.numpy as jnp


def attend(q, k, v, first):
    """Causal attention of the words from `first` on. q: f32[m, d], k: f32[n, d], v: f32[n, e]."""
    places = first + jnp.arange(len(q))
    scores = q @ k.T / q.shape[1] ** 0.5
    scores = jnp.where(jnp.arange(len(k)) <= places[:, None], scores, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% answer
def way_back(q, k, v, g):
    """q and k: f32[8*t, d], v and g: f32[8*t, e] -> the slopes of q, of k and of v.

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
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    shares = raised / raised.sum(axis=1, keepdims=True)
    of_shares = g @ v.T
    of_scores = shares * (of_shares - (shares * of_shares).sum(axis=1, keepdims=True)) / root
    return of_scores @ k, of_scores.T @ q, shares.T @ g


def texts(draw):
    t, d, e = draw.each([(1, 1, 1), (2, 3, 4), (16, 4, 2), (3, 5, 1), (4, 6, 3), (32, 2, 4)])
    wide = draw.each([1.0, 2.5, 1.0, 2.5, 2.5])
    return (
        draw.array("f32", (8 * t, d), -wide, wide),
        draw.array("f32", (8 * t, d), -wide, wide),
        draw.array("f32", (8 * t, e), -1.0, 1.0),
        draw.array("f32", (8 * t, e), -1.0, 1.0),
    )


check(way_back, spec=plain, given=texts, budget=Budget(peak=1.5, block=4, work=1.7))
