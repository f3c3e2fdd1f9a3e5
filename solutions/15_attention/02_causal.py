# ---
# title: "Attention: each word sees what came before"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "All scores are one product: a row for each word that asks, a column for each word that is
#     asked. Which entries may a row keep?"
#   - "A score that must not count has to vanish *in* the softmax, or the rest does not add up to
#     one. `jnp.where(may, scores, -jnp.inf)` makes its `exp` zero."
#   - "`scores = q @ k.T / d**0.5`, a mask from `jnp.tri(n, dtype=bool)`, then
#     `jax.nn.softmax(masked) @ v`."
# ---

# %% [markdown]
# Write causal attention for one head: word `i` looks at the words 0 to `i`, itself included.
#
# The score of word `j` for word `i` is `q[i] @ k[j]`, divided by the root of `d`. The softmax over
# the words that `i` may see makes shares of its scores, and row `i` of the answer is the sum of the
# `v[j]`, each with its share. Some scores are far above 88, where `exp` leaves float32, and some
# rows lie far below others; `jax.nn.softmax(x)` takes the softmax along the last axis and can bear
# both. A text may have one word. No word waits for another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def causal(q, k, v):
    """q and k: f32[n, d], v: f32[n, e] -> f32[n, e]. Three or four lines."""
    ### BEGIN SOLUTION
    n, d = q.shape
    scores = q @ k.T / d**0.5
    scores = jnp.where(jnp.tri(n, dtype=bool), scores, -jnp.inf)
    return jax.nn.softmax(scores) @ v
    ### END SOLUTION


# %% check
import numpy as np


def plain(q, k, v):
    rows = []
    for i in range(len(q)):
        scores = k[: i + 1] @ q[i] / q.shape[1] ** 0.5
        raised = np.exp(scores - scores.max())
        rows.append(raised / raised.sum() @ v[: i + 1])
    return np.array(rows)


def texts(draw):
    n, d, e = draw.each([(1, 1, 1), (7, 4, 3), (2, 1, 5), (24, 16, 6), (5, 3, 1), (16, 8, 12)])
    wide = draw.each([2.0, 60.0, 2.0, 2.0, 60.0])  # scores of some units, or of hundreds

    def unlike(rows):
        """The first words ask in a small voice, the last in a loud one."""
        return rows * np.linspace(0.05, 1, len(rows))[:, None] if wide > 2 else rows

    return (
        draw.array("f32", (n, d), -wide, wide, then=unlike),
        draw.array("f32", (n, d), -wide, wide),
        draw.array("f32", (n, e), -1.0, 1.0),
    )


check(causal, spec=plain, given=texts, budget=Budget(work=1.5, span=2, largest=2))


# %% wrong: sees_the_future
# Every word sees all words, also those that are not written yet. Mask them: word `i` sees 0 to `i`.
def causal(q, k, v):
    return jax.nn.softmax(q @ k.T / q.shape[1] ** 0.5) @ v


# %% wrong: mask_upside_down
# Your mask is upside down: each word sees what comes after it. `jnp.tri(n, dtype=bool)` is true
# where the column is not beyond the row.
def causal(q, k, v):
    n, d = q.shape
    scores = jnp.where(jnp.tri(n, dtype=bool).T, q @ k.T / d**0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% wrong: blind_to_itself
# Your words do not see themselves, and the first sees nothing at all. Word `i` sees 0 to `i`,
# itself included.
def causal(q, k, v):
    n, d = q.shape
    scores = jnp.where(jnp.tri(n, k=-1, dtype=bool), q @ k.T / d**0.5, -1e30)
    return jax.nn.softmax(scores) @ v


# %% wrong: masked_too_late
# You masked after the softmax. The shares of a row then add up to less than one: the future took
# its part before it was thrown away.
def causal(q, k, v):
    n, d = q.shape
    return jnp.where(jnp.tri(n, dtype=bool), jax.nn.softmax(q @ k.T / d**0.5), 0) @ v


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so they count, and often for much. What must not
# count gets minus infinity.
def causal(q, k, v):
    n, d = q.shape
    return jax.nn.softmax(jnp.where(jnp.tri(n, dtype=bool), q @ k.T / d**0.5, 0)) @ v


# %% wrong: not_divided
# The scores are to be divided by the root of `d`. Without it they grow with the size of a head, and
# one word takes it all.
def causal(q, k, v):
    scores = jnp.where(jnp.tri(len(q), dtype=bool), q @ k.T, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% wrong: divided_by_d
# You divided by `d`. It is its root: a sum of `d` products of numbers about one is about the root
# of `d`.
def causal(q, k, v):
    n, d = q.shape
    return jax.nn.softmax(jnp.where(jnp.tri(n, dtype=bool), q @ k.T / d, -jnp.inf)) @ v


# %% wrong: along_the_askers
# Your softmax goes down the columns. Each row is a word that asks, and its shares add up to one:
# along the last axis.
def causal(q, k, v):
    n, d = q.shape
    scores = jnp.where(jnp.tri(n, dtype=bool), q @ k.T / d**0.5, -jnp.inf)
    return jax.nn.softmax(scores, axis=0) @ v


# %% wrong: keys_ask
# You let the keys ask the queries. Row `i` belongs to query `i`: `q @ k.T`.
def causal(q, k, v):
    n, d = q.shape
    return jax.nn.softmax(jnp.where(jnp.tri(n, dtype=bool), k @ q.T / d**0.5, -jnp.inf)) @ v


# %% wrong: greatest_not_taken_off
# `exp` of 89 is too large for a float32, and infinity over infinity is no number. Take the greatest
# of each row off before `exp`, as `jax.nn.softmax` does.
def causal(q, k, v):
    n, d = q.shape
    raised = jnp.exp(jnp.where(jnp.tri(n, dtype=bool), q @ k.T / d**0.5, -jnp.inf))
    return raised / raised.sum(axis=1, keepdims=True) @ v


# %% wrong: word_by_word
# Right, one word after another. No word waits for the one before it: all rows of scores are one
# product.
def causal(q, k, v):
    n, d = q.shape

    def word(i):
        scores = jnp.where(jnp.arange(n) <= i, k @ q[i] / d**0.5, -jnp.inf)
        return jax.nn.softmax(scores) @ v

    return jax.lax.map(word, jnp.arange(n))


# %% right: for_one_then_for_many
def causal(q, k, v):
    n, d = q.shape

    def word(query, i):
        scores = jnp.where(jnp.arange(n) <= i, k @ query / d**0.5, -jnp.inf)
        return jax.nn.softmax(scores) @ v

    return jax.vmap(word)(q, jnp.arange(n))


# %% right: divided_at_the_end
def causal(q, k, v):
    n, d = q.shape
    scores = jnp.where(jnp.tri(n, dtype=bool), (q / d**0.5) @ k.T, -1e30)
    raised = jnp.exp(scores - scores.max(axis=1, keepdims=True))
    return (raised @ v) / raised.sum(axis=1, keepdims=True)


# %% right: by_einsum
def causal(q, k, v):
    n, d = q.shape
    scores = jnp.einsum("id,jd->ij", q, k) * d**-0.5
    i, j = jnp.indices((n, n))
    shares = jax.nn.softmax(jnp.where(j > i, jnp.finfo(q.dtype).min, scores), axis=-1)
    return jnp.einsum("ij,je->ie", shares, v)
