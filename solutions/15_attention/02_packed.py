# ---
# title: Compute causal attention over packed sequences
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "One product gives all scores: a row for each query token and a column for each key token.
#     Which two conditions must an entry meet to count?"
#   - "A masked score has to become 0 *inside* the softmax. Otherwise the attention weights do
#     not add up to one. `jnp.where(mask, scores, -jnp.inf)` makes its `exp` zero."
#   - "`mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)`, with a row for each
#     query token and a column for each key token. Then `jax.nn.softmax(masked) @ v`."
# ---

# %% [markdown]
# Compute causal attention for one head over several packed sequences.
#
# Training packs sequences end to end into one array to avoid padding. `segment_ids[i]` is the index
# of the sequence that token `i` belongs to. The indices never decrease, but some may be missing. A
# sequence may consist of one token. For example, with `segment_ids = [0, 0, 2]`, token 1 attends to
# tokens 0 and 1, and token 2 attends only to itself.
#
# Token `i` attends to itself and to the earlier tokens *of its own sequence*. The score of token
# `j` for token `i` is `q[i] @ k[j]`, divided by the square root of `d`. A softmax over the tokens
# that `i` attends to turns the scores into attention weights. Return the array whose row `i` is the
# sum of `v[j]` times the weight of `j` over these tokens.
#
# - Some scores are far above 88, where `exp` overflows float32, and some rows have only scores far
#   below those of others. `jax.nn.softmax(x)` takes the softmax along the last axis and handles
#   both.
# - The rows of the result are independent, so compute all of them in parallel. For 24 tokens with
#   `d = 16` and `e = 6`, the work may be at most 47,500 operations, 1.5 times that of our solution,
#   and the span (longest chain of dependent operations) at most 81, three times that of our
#   solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def packed_attention(q, k, v, segment_ids):
    """q and k: f32[n, d], v: f32[n, e], segment_ids: i32[n] -> f32[n, e]. Four or five lines."""
    ### BEGIN SOLUTION
    n, d = q.shape
    mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)
    scores = jnp.where(mask, q @ k.T / d**0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v, segment_ids):
    rows = []
    for i in range(len(q)):
        seen = [j for j in range(i + 1) if segment_ids[j] == segment_ids[i]]
        scores = k[seen] @ q[i] / q.shape[1] ** 0.5
        exps = np.exp(scores - scores.max())
        rows.append(exps / exps.sum() @ v[seen])
    return np.array(rows)


def sequences(draw):
    n, d, e = draw.each([(1, 1, 1), (7, 4, 3), (2, 1, 5), (24, 16, 6), (5, 3, 1), (16, 8, 12)])
    least, most = draw.each([(-2.0, 2.0), (12.0, 30.0), (-2.0, 2.0), (-2.0, 2.0), (12.0, 30.0)])
    last = draw.each([0, 2, 9, 3, 0, 1, 24])  # one sequence, some, or nearly one per token

    def from_no_to_yes(rows):
        """For large values: the first token scores below -100 and the last one above 100."""
        return rows * np.linspace(-1, 1, len(rows))[:, None] if least > 0 else rows

    return (
        draw.array("f32", (n, d), least, most, then=from_no_to_yes),
        draw.array("f32", (n, d), least, most),
        draw.array("f32", (n, e), -1.0, 1.0),
        draw.array("i32", (n,), 0, last, then=np.sort),
    )


# `logsumexp` is a valid method too, but it rounds as much as scores in the thousands do.
check(
    packed_attention,
    spec=plain,
    given=sequences,
    tolerance=1e-3,
    budget=Budget(work=1.5, span=3),
)
