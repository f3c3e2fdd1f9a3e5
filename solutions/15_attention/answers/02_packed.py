# %% wrong: sees_the_future
# Every token sees its whole text, also the tokens after it. Mask that too: token `i` sees none
# beyond `i`.
def packed(q, k, v, text):
    scores = jnp.where(text[:, None] == text, q @ k.T / q.shape[1] ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% wrong: sees_other_texts
# Your tokens look into the texts that lie before their own. The texts share the array only to save
# room: ask whether `text` is the same.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, dtype=bool)


# %% wrong: sees_everything
# Every token sees all tokens: those of other texts, and those that come after it.
def packed(q, k, v, text):
    return jax.nn.softmax(q @ k.T / q.shape[1] ** 0.5) @ v


# %% wrong: mask_upside_down
# Your mask is upside down: each token sees what comes after it. `jnp.tri(n, dtype=bool)` is true
# where the column is not beyond the row.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, dtype=bool).T & (text[:, None] == text)


# %% wrong: either_is_enough
# One of the two was enough for you: not beyond the row, *or* in the same text. A token has to meet
# both, `&`.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, dtype=bool) | (text[:, None] == text)


# %% wrong: blind_to_itself
# Your tokens do not see themselves, and the first of a text sees nothing at all. Token `i` sees
# itself as well.
def packed(q, k, v, text):
    n, d = q.shape
    may = jnp.tri(n, k=-1, dtype=bool) & (text[:, None] == text)
    return jax.nn.softmax(jnp.where(may, q @ k.T / d**0.5, -1e30)) @ v


# %% wrong: nothing_to_see
# Your tokens do not see themselves, and the first of a text sees nothing at all: a softmax of
# nothing is not a number (NaN). Token `i` sees itself as well.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, k=-1, dtype=bool) & (text[:, None] == text)


# %% wrong: masked_too_late
# You masked after the softmax. The shares of a row then add up to less than one: the hidden tokens
# took a share before you removed them.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# -    return jax.nn.softmax(scores) @ v
# +    return jnp.where(may, jax.nn.softmax(q @ k.T / d**0.5), 0) @ v


# %% wrong: shared_out_again
# You masked after the softmax and divided by what was left. Where the hidden scores are far
# greater, 0 is left, and that is 0 / 0. Mask the scores, and only then take the softmax.
def packed(q, k, v, text):
    n, d = q.shape
    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
    shares = jnp.where(may, jax.nn.softmax(q @ k.T / d**0.5), 0)
    return shares / shares.sum(axis=1, keepdims=True) @ v


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so they count, and often a lot. What must not
# count gets minus infinity.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / d**0.5, 0)


# %% wrong: nothing_times_infinity
# You multiplied the mask by infinity, and 0 times infinity is not a number (NaN): that spoils what
# may count. Choose between score and minus infinity with `jnp.where`.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = q @ k.T / d**0.5 + (1 - may) * -jnp.inf


# %% wrong: minus_a_hundred
# You gave masked scores -100, and in some rows all scores that count lie far below that. Minus
# infinity is below every score.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / d**0.5, -100.0)


# %% wrong: not_divided
# The scores are to be divided by the root of `d`. Without it they grow with the size of a head, and
# one token gets nearly the whole share.
def packed(q, k, v, text):
    may = jnp.tri(len(q), dtype=bool) & (text[:, None] == text)
    return jax.nn.softmax(jnp.where(may, q @ k.T, -jnp.inf)) @ v


# %% wrong: divided_by_d
# You divided by `d`. Divide by its root: a sum of `d` products of numbers about one is about the
# root of `d`.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / d, -jnp.inf)


# %% wrong: along_the_askers
# Your softmax goes down the columns. Each row is a token that asks, and its shares add up to one:
# along the last axis.
#
# -    return jax.nn.softmax(scores) @ v
# +    return jax.nn.softmax(scores, axis=0) @ v


# %% wrong: keys_ask
# You let the keys ask the queries. Row `i` belongs to query `i`: `q @ k.T`.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, k @ q.T / d**0.5, -jnp.inf)


# %% wrong: greatest_not_taken_off
# `exp` of 89 is too large for a float32, and infinity divided by infinity is not a number (NaN).
# Subtract the greatest of each row before `exp`, as `jax.nn.softmax` does.
def packed(q, k, v, text):
    n, d = q.shape
    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
    raised = jnp.exp(jnp.where(may, q @ k.T / d**0.5, -jnp.inf))
    return raised / raised.sum(axis=1, keepdims=True) @ v


# %% wrong: greatest_of_the_hidden
# You subtracted the greatest of each row before you masked, and it may be a hidden one. If all that
# counts lies far below it every `exp` is zero, and that is 0 / 0. Mask first.
def packed(q, k, v, text):
    n, d = q.shape
    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
    scores = q @ k.T / d**0.5
    raised = jnp.where(may, jnp.exp(scores - scores.max(axis=1, keepdims=True)), 0)
    return raised / raised.sum(axis=1, keepdims=True) @ v


# %% wrong: word_by_word
# Right, but you take one token after another. No token waits for the one before it: all rows of
# scores are one product.
def packed(q, k, v, text):
    n, d = q.shape

    def word(i):
        may = (jnp.arange(n) <= i) & (text == text[i])
        return jax.nn.softmax(jnp.where(may, k @ q[i] / d**0.5, -jnp.inf)) @ v

    return jax.lax.map(word, jnp.arange(n))


# %% wrong: root_of_the_values
# You divided by the root of `e`, the numbers of a value. It is the root of `d`, the numbers of a
# key: `q.shape[1]`.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / v.shape[1] ** 0.5, -jnp.inf)


# %% wrong: root_of_the_tokens
# You divided by the root of `n`, the number of tokens. Divide by the root of `d`, the number of
# elements of a key: `q.shape[1]`.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / n**0.5, -jnp.inf)


# %% right: from_the_beginning_of_the_text
def packed(q, k, v, text):
    n, d = q.shape
    places, begins = jnp.arange(n), jnp.searchsorted(text, text)
    may = (begins[:, None] <= places) & (places <= places[:, None])
    return jax.nn.softmax(jnp.where(may, q @ k.T / d**0.5, -jnp.inf)) @ v


# %% right: for_one_then_for_many
def packed(q, k, v, text):
    n, d = q.shape

    def word(query, i, mine):
        may = (jnp.arange(n) <= i) & (text == mine)
        return jax.nn.softmax(jnp.where(may, k @ query / d**0.5, -jnp.inf)) @ v

    return jax.vmap(word)(q, jnp.arange(n), text)


# %% right: by_einsum
def packed(q, k, v, text):
    n, d = q.shape
    scores = jnp.einsum("id,jd->ij", q, k) * d**-0.5
    i, j = jnp.indices((n, n))
    hidden = (j > i) | (text[i] != text[j])
    shares = jax.nn.softmax(jnp.where(hidden, jnp.finfo(q.dtype).min, scores), axis=-1)
    return jnp.einsum("ij,je->ie", shares, v)


# %% right: by_the_logarithm_of_the_sum
def packed(q, k, v, text):
    may = jnp.tril(text[:, None] == text)
    scores = jnp.where(may, q @ k.T / q.shape[1] ** 0.5, -jnp.inf)
    return jnp.exp(scores - jax.nn.logsumexp(scores, axis=1, keepdims=True)) @ v
