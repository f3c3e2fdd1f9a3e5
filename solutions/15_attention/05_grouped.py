# ---
# title: Compute attention with grouped heads
# kind: program
# points: 1
# minutes: 15
# hints:
#   - "Write the function for one query and the keys and values of its group. Which of these three
#     arguments does `jax.vmap` map over the heads of a group, and which are the same for all of
#     them?"
#   - "An empty sequence has no score that counts, and a softmax of only minus infinity is NaN. Test
#     `length > 0` once more at the end."
#   - "`of_group = jax.vmap(one, in_axes=(0, None, None))`, then `jax.vmap(of_group, in_axes=(0, 1,
#     1))(q, keys, values)`."
# choices:
#   "-1e+30": any score this low gets an attention weight of 0
# ---

# %% [markdown]
# Compute the attention of a new token for all heads, where the heads of a group share keys and
# values (grouped-query attention).
#
# `q[g, r]` is the query of head `r` in group `g`. All heads of group `g` use the keys `keys[:, g]`
# and the values `values[:, g]`. Return one row of `e` elements for each head of each group.
#
# - The score of a row is the dot product of the query and the row's key, divided by the square root
#   of `d`. Scores can be in the thousands.
# - The result of a head is the sum of the values, each multiplied by its weight. The weights are
#   the softmax of the scores.
# - Rows 0 to `length - 1` of `keys` and `values` hold the sequence. Ignore the other rows, which
#   hold old data. `length` is a traced integer from 0 to `n`.
# - If the sequence is empty, return zeros.
# - Do not copy keys and values for each head: for `g = 2`, `r = d = e = 8` and `n = 32`, no
#   intermediate array may have more than 1,024 elements, twice the scores.
# - For the same sizes, the work may be at most 40,290 operations, twice that of our solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def grouped(q, keys, values, length):
    """q: f32[g, r, d], keys: f32[n, g, d], values: f32[n, g, e], length: i32[]
    -> f32[g, r, e]. Five or six lines."""

    ### BEGIN SOLUTION
    def one(query, keys, values):
        mask = jnp.arange(len(keys)) < length
        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)

    of_group = jax.vmap(one, in_axes=(0, None, None))
    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, keys, values, length):
    seen = np.zeros((*q.shape[:2], values.shape[2]))
    for g, r in np.ndindex(*q.shape[:2]):
        if length:
            scores = keys[:length, g] @ q[g, r] / q.shape[2] ** 0.5
            exps = np.exp(scores - scores.max())
            seen[g, r] = exps / exps.sum() @ values[:length, g]
    return seen


def caches(draw):
    sizes = [(1, 1, 1, 1, 1), (2, 3, 5, 4, 6), (3, 2, 7, 1, 2)]
    sizes += [(1, 4, 6, 5, 3), (4, 1, 3, 2, 5), (2, 8, 32, 8, 8)]
    g, r, n, d, e = draw.each(sizes)
    # No token, one, some, as many as fit.
    few = max(1, n // 3)
    least, most = draw.each([(1, 1), (0, 0), (1, few), (n, n), (0, 0), (1, n), (1, 1)])
    loud = draw.each([False, False, True, False, False])

    def from_no_to_yes(rows):
        """For large values: the first token scores far below zero and the last one far above."""
        return rows * np.linspace(-1, 1, n)[:, None, None] if loud else rows

    ends = (12.0, 40.0) if loud else (-2.0, 2.0)
    return (
        draw.array("f32", (g, r, d), *ends),
        draw.array("f32", (n, g, d), *ends, then=from_no_to_yes),
        draw.array("f32", (n, g, e), -1.0, 1.0),
        draw.array("i32", (), least, most),
    )


# `logsumexp` is a valid method too, but it rounds as much as scores in the thousands do.
check(grouped, spec=plain, given=caches, tolerance=1e-3, budget=Budget(largest=2, work=2))
