# ---
# title: "Attention: what came before, in the same text"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "All scores are one product: a row for each token that asks, a column for each token that is
#     asked. Which entries may a row keep, and what two conditions are those?"
#   - "A score that must not count has to become 0 *in* the softmax, or the rest does not add up to
#     one. `jnp.where(may, scores, -jnp.inf)` makes its `exp` zero."
#   - "`may = jnp.tri(n, dtype=bool) & (text[:, None] == text)`, with a row of `text` for each token
#     that asks and a column for each that is asked; then `jax.nn.softmax(masked) @ v`."
# ---

# %% [markdown]
# Write attention for one head over several texts that lie one behind another.
#
# To waste no lanes on padding, training lays texts end to end in one array; `text[i]` says which
# of them token `i` belongs to. They are numbered as they lie, and a number may be missing. Token
# `i` looks at the tokens before it *in its own text*, and at itself. The score of token `j` for
# token `i` is `q[i] @ k[j]`, divided by the root of `d`. The softmax over the tokens that `i` may
# see makes shares of its scores, and row `i` of the answer is the sum of the `v[j]`, each with its
# share. Some scores are far above 88, where `exp` leaves float32, and some rows lie far below
# others; `jax.nn.softmax(x)` takes the softmax along the last axis and works for both. A text may
# have one token. No token waits for another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def packed(q, k, v, text):
    """q and k: f32[n, d], v: f32[n, e], text: i32[n] -> f32[n, e]. Four or five lines."""
    ### BEGIN SOLUTION
    n, d = q.shape
    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v, text):
    rows = []
    for i in range(len(q)):
        seen = [j for j in range(i + 1) if text[j] == text[i]]
        scores = k[seen] @ q[i] / q.shape[1] ** 0.5
        raised = np.exp(scores - scores.max())
        rows.append(raised / raised.sum() @ v[seen])
    return np.array(rows)


def texts(draw):
    n, d, e = draw.each([(1, 1, 1), (7, 4, 3), (2, 1, 5), (24, 16, 6), (5, 3, 1), (16, 8, 12)])
    least, most = draw.each([(-2.0, 2.0), (12.0, 30.0), (-2.0, 2.0), (-2.0, 2.0), (12.0, 30.0)])
    last = draw.each([0, 2, 9, 3, 0, 1, 24])  # one text, some, or nearly one for each word

    def from_no_to_yes(rows):
        """Of the loud: scores of the first word lie below -100, of the last one above 100."""
        return rows * np.linspace(-1, 1, len(rows))[:, None] if least > 0 else rows

    return (
        draw.array("f32", (n, d), least, most, then=from_no_to_yes),
        draw.array("f32", (n, d), least, most),
        draw.array("f32", (n, e), -1.0, 1.0),
        draw.array("i32", (n,), 0, last, then=np.sort),
    )


# The logarithm of a sum has the rounding of scores in the thousands, and is a right way as well.
check(
    packed,
    spec=plain,
    given=texts,
    tolerance=1e-3,
    budget=Budget(work=1.5, span=3),
)
