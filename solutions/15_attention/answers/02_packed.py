# %% wrong: sees_the_future
# Your tokens attend to their whole sequence, including later tokens. Causal attention hides those.
# Mask the columns after token `i` as well.
def packed(q, k, v, text):
    scores = jnp.where(text[:, None] == text, q @ k.T / q.shape[1] ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% wrong: sees_other_texts
# Your tokens attend to earlier sequences. The sequences share the array only to save memory.
# Compare the entries of `text` as well.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, dtype=bool)


# %% wrong: sees_everything
# Your tokens attend to all tokens, including later ones and those of other sequences. Mask both.
def packed(q, k, v, text):
    return jax.nn.softmax(q @ k.T / q.shape[1] ** 0.5) @ v


# %% wrong: either_is_enough
# You accept tokens that meet one of the two conditions. A token has to be no later than `i` *and*
# in the same sequence. Combine the conditions with `&`.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, dtype=bool) | (text[:, None] == text)


# %% wrong: nothing_to_see
# Your tokens do not attend to themselves, so the first token of a sequence attends to nothing and
# its softmax is NaN. Include token `i` itself.
#
# -    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
# +    may = jnp.tri(n, k=-1, dtype=bool) & (text[:, None] == text)


# %% wrong: masked_too_late
# You masked after the softmax. The hidden tokens already took a share, so the shares of a row add
# up to less than one. Mask the scores before the softmax.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# -    return jax.nn.softmax(scores) @ v
# +    return jnp.where(may, jax.nn.softmax(q @ k.T / d**0.5), 0) @ v


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so they still count. Set them to minus infinity.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / d**0.5, 0)


# %% wrong: minus_a_hundred
# You set masked scores to a number such as -100. In some rows all scores that count are far below
# that. Use minus infinity.
#
# -    scores = jnp.where(may, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(may, q @ k.T / d**0.5, -100.0)


# %% wrong: not_divided
# You did not divide the scores. Without it, they grow with the head size and one token gets nearly
# the whole share. Divide by the square root of `d`.
def packed(q, k, v, text):
    may = jnp.tri(len(q), dtype=bool) & (text[:, None] == text)
    return jax.nn.softmax(jnp.where(may, q @ k.T, -jnp.inf)) @ v


# %% wrong: along_the_askers
# You took the softmax along the columns. Each row belongs to one query token, and its shares add up
# to one. Use the last axis.
#
# -    return jax.nn.softmax(scores) @ v
# +    return jax.nn.softmax(scores, axis=0) @ v


# %% wrong: greatest_not_taken_off
# You computed `exp` of large scores. `exp(89)` overflows float32, and infinity divided by infinity
# is NaN. Subtract the maximum of each row first, as `jax.nn.softmax` does.
def packed(q, k, v, text):
    n, d = q.shape
    may = jnp.tri(n, dtype=bool) & (text[:, None] == text)
    raised = jnp.exp(jnp.where(may, q @ k.T / d**0.5, -jnp.inf))
    return raised / raised.sum(axis=1, keepdims=True) @ v


# %% wrong: word_by_word
# The values are right, but you process one token after another. No token depends on another.
# Compute all rows of scores with one product.
def packed(q, k, v, text):
    n, d = q.shape

    def word(i):
        may = (jnp.arange(n) <= i) & (text == text[i])
        return jax.nn.softmax(jnp.where(may, k @ q[i] / d**0.5, -jnp.inf)) @ v

    return jax.lax.map(word, jnp.arange(n))


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
