# %% wrong: keys_copied_per_head
# Your values are right, but you copy the keys and values for each head of a group, so sharing does
# not save memory. `None` in `in_axes` passes an argument unchanged to all heads.
def grouped(q, keys, values, length):
    g, r, d = q.shape
    keys, values = (jnp.repeat(rows, r, axis=1) for rows in (keys, values))

    def one(query, keys, values):
        mask = jnp.arange(len(keys)) < length
        scores = jnp.where(mask, keys @ query / d**0.5, -1e30)
        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)

    return jax.vmap(one, in_axes=(0, 1, 1))(q.reshape(g * r, d), keys, values).reshape(g, r, -1)


# %% wrong: nan_for_empty_sequence
# For an empty sequence, all scores are minus infinity, so the softmax is NaN. Return zeros in that
# case.
#
# -        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -jnp.inf)
# +        return jax.nn.softmax(scores) @ values


# %% wrong: mean_of_stale_rows
# For an empty sequence, all masked scores are equal, so the softmax gives every stale row the same
# attention weight. Return zeros in that case.
#
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        return jax.nn.softmax(scores) @ values


# %% wrong: stale_rows_included
# You included all rows of the cache. The rows from `length` on contain stale data. Mask their
# scores.
def grouped(q, keys, values, length):
    def one(query, keys, values):
        shares = jax.nn.softmax(keys @ query / len(query) ** 0.5)
        return jnp.where(length > 0, shares @ values, 0)

    of_group = jax.vmap(one, in_axes=(0, None, None))
    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)


# %% wrong: one_row_too_many
# Your mask includes row `length`. The sequence is in rows 0 to `length - 1`.
#
# -        mask = jnp.arange(len(keys)) < length
# +        mask = jnp.arange(len(keys)) <= length


# %% wrong: masked_with_zero
# You set masked scores to zero. `exp(0)` is 1, so stale rows still receive a positive attention
# weight. Use a value far below every score.
#
# -        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
# +        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, 0)


# %% wrong: masked_after_softmax
# You masked after the softmax. The stale rows already received attention weights, so the remaining
# weights add up to less than one. Mask the scores before the softmax.
#
# -        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        shares = jax.nn.softmax(keys @ query / len(query) ** 0.5)
# +        return jnp.where(mask, shares, 0) @ values


# %% wrong: first_group_for_all
# You used the keys and values of the first group for all groups. `keys[:, g]` belongs to group `g`.
# Map over axis 1.
#
# -    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)
# +    return jax.vmap(of_group, in_axes=(0, None, None))(q, keys[:, 0], values[:, 0])


# %% wrong: softmax_over_heads
# You took the softmax over the heads of a group. The attention weights of the tokens must add up to
# one. Take the softmax along the last axis of the scores.
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jax.nn.softmax(scores, axis=1)
    return jnp.where(length > 0, jnp.einsum("grn,nge->gre", shares, values), 0)


# %% wrong: groups_summed
# You summed the keys over all groups. `einsum` sums over every letter that is missing from the
# result. Use the same letter `g` for the group axis of both inputs.
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,nhd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jax.nn.softmax(scores)
    return jnp.where(length > 0, jnp.einsum("grn,nge->gre", shares, values), 0)


# %% wrong: not_scaled
# You did not scale the scores. Divide them by the square root of `d`.
#
# -        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
# +        scores = jnp.where(mask, keys @ query, -1e30)


# %% wrong: stale_rows_zeroed
# You replaced stale entries with zeros. A key of zeros has a score of 0, and `exp(0)` is 1, so it
# still receives a positive attention weight. Mask the scores.
#
# -        scores = jnp.where(mask, keys @ query / len(query) ** 0.5, -1e30)
# +        keys, values = (jnp.where(mask[:, None], each, 0) for each in (keys, values))
# +        scores = keys @ query / len(query) ** 0.5


# %% right: by_einsum
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    mask = jnp.arange(len(keys)) < length
    shares = jax.nn.softmax(jnp.where(mask, scores, -1e30))
    return jnp.einsum("grn,nge->gre", jnp.where(mask, shares, 0), values)


# %% right: safe_division
def grouped(q, keys, values, length):
    def of_group(queries, keys, values):
        scores = queries @ keys.T / queries.shape[1] ** 0.5
        mask = jnp.arange(len(keys)) < length
        greatest = jnp.max(jnp.where(mask, scores, -1e30), axis=1, keepdims=True)
        exps = jnp.where(mask, jnp.exp(jnp.minimum(scores - greatest, 0)), 0)
        return exps @ values / jnp.maximum(exps.sum(axis=1, keepdims=True), 1e-30)

    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)


# %% right: by_the_logarithm_of_the_sum
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jnp.exp(scores - jax.nn.logsumexp(scores, axis=-1, keepdims=True))
    return jnp.einsum("grn,nge->gre", jnp.where(length > 0, shares, 0), values)
