# %% wrong: sees_the_future
# Your tokens attend to their whole sequence, including later tokens. Causal attention excludes
# later tokens. Mask the columns after token `i` as well.
def packed_attention(q, k, v, segment_ids):
    scores = jnp.where(segment_ids[:, None] == segment_ids, q @ k.T / q.shape[1] ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ v


# %% wrong: sees_other_sequences
# Your tokens also attend to earlier sequences. The sequences share the array only to save memory.
# Compare the entries of `segment_ids` as well.
#
# -    mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)
# +    mask = jnp.tri(n, dtype=bool)


# %% wrong: sees_everything
# Your tokens attend to all tokens, including later ones and those of other sequences. Mask both
# kinds of tokens.
def packed_attention(q, k, v, segment_ids):
    return jax.nn.softmax(q @ k.T / q.shape[1] ** 0.5) @ v


# %% wrong: or_for_and
# You accept tokens that satisfy only one of the two conditions. A token has to be no later than `i`
# *and* in the same sequence. Combine the conditions with `&`.
#
# -    mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)
# +    mask = jnp.tri(n, dtype=bool) | (segment_ids[:, None] == segment_ids)


# %% wrong: self_masked
# Your tokens do not attend to themselves, so the first token of a sequence attends to no token, and
# its softmax is NaN. Include token `i` itself.
#
# -    mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)
# +    mask = jnp.tri(n, k=-1, dtype=bool) & (segment_ids[:, None] == segment_ids)


# %% wrong: masked_after_softmax
# You masked after the softmax. The masked tokens already received attention weights, so the
# remaining weights of a row add up to less than one. Mask the scores before the softmax.
#
# -    scores = jnp.where(mask, q @ k.T / d**0.5, -jnp.inf)
# -    return jax.nn.softmax(scores) @ v
# +    return jnp.where(mask, jax.nn.softmax(q @ k.T / d**0.5), 0) @ v


# %% wrong: masked_with_zero
# You set masked scores to zero. `exp(0)` is 1, so the masked tokens still receive a positive
# attention weight. Set the scores to minus infinity.
#
# -    scores = jnp.where(mask, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(mask, q @ k.T / d**0.5, 0)


# %% wrong: masked_with_minus_100
# You set masked scores to a number such as -100. In some rows, all other scores are far below that
# number. Use minus infinity.
#
# -    scores = jnp.where(mask, q @ k.T / d**0.5, -jnp.inf)
# +    scores = jnp.where(mask, q @ k.T / d**0.5, -100.0)


# %% wrong: not_scaled
# You did not scale the scores. Unscaled scores grow with the head size, so one token gets nearly
# all of the attention weight. Divide the scores by the square root of `d`.
def packed_attention(q, k, v, segment_ids):
    mask = jnp.tri(len(q), dtype=bool) & (segment_ids[:, None] == segment_ids)
    return jax.nn.softmax(jnp.where(mask, q @ k.T, -jnp.inf)) @ v


# %% wrong: along_the_askers
# You took the softmax along the columns. Each row belongs to one query token, and its attention
# weights add up to one. Take the softmax along the last axis.
#
# -    return jax.nn.softmax(scores) @ v
# +    return jax.nn.softmax(scores, axis=0) @ v


# %% wrong: maximum_not_subtracted
# You computed `exp` of large scores. `exp(89)` overflows float32, and infinity divided by infinity
# is NaN. Subtract the maximum of each row first, as `jax.nn.softmax` does.
def packed_attention(q, k, v, segment_ids):
    n, d = q.shape
    mask = jnp.tri(n, dtype=bool) & (segment_ids[:, None] == segment_ids)
    exps = jnp.exp(jnp.where(mask, q @ k.T / d**0.5, -jnp.inf))
    return exps / exps.sum(axis=1, keepdims=True) @ v


# %% wrong: token_by_token
# Your values are right, but you process one token after another. The tokens are independent.
# Compute all rows of scores with one product.
def packed_attention(q, k, v, segment_ids):
    n, d = q.shape

    def token(i):
        mask = (jnp.arange(n) <= i) & (segment_ids == segment_ids[i])
        return jax.nn.softmax(jnp.where(mask, k @ q[i] / d**0.5, -jnp.inf)) @ v

    return jax.lax.map(token, jnp.arange(n))


# %% right: from_sequence_start
def packed_attention(q, k, v, segment_ids):
    n, d = q.shape
    places, begins = jnp.arange(n), jnp.searchsorted(segment_ids, segment_ids)
    mask = (begins[:, None] <= places) & (places <= places[:, None])
    return jax.nn.softmax(jnp.where(mask, q @ k.T / d**0.5, -jnp.inf)) @ v


# %% right: for_one_then_for_many
def packed_attention(q, k, v, segment_ids):
    n, d = q.shape

    def token(query, i, own):
        mask = (jnp.arange(n) <= i) & (segment_ids == own)
        return jax.nn.softmax(jnp.where(mask, k @ query / d**0.5, -jnp.inf)) @ v

    return jax.vmap(token)(q, jnp.arange(n), segment_ids)


# %% right: by_einsum
def packed_attention(q, k, v, segment_ids):
    n, d = q.shape
    scores = jnp.einsum("id,jd->ij", q, k) * d**-0.5
    i, j = jnp.indices((n, n))
    hidden = (j > i) | (segment_ids[i] != segment_ids[j])
    shares = jax.nn.softmax(jnp.where(hidden, jnp.finfo(q.dtype).min, scores), axis=-1)
    return jnp.einsum("ij,je->ie", shares, v)


# %% right: by_the_logarithm_of_the_sum
def packed_attention(q, k, v, segment_ids):
    mask = jnp.tril(segment_ids[:, None] == segment_ids)
    scores = jnp.where(mask, q @ k.T / q.shape[1] ** 0.5, -jnp.inf)
    return jnp.exp(scores - jax.nn.logsumexp(scores, axis=1, keepdims=True)) @ v
