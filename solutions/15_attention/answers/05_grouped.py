# %% wrong: copied_for_each_head
# Right, but keys and values are copied for each head of a group: then sharing saves nothing. `None`
# in `in_axes` hands them whole to all.
def grouped(q, keys, values, length):
    g, r, d = q.shape
    keys, values = (jnp.repeat(rows, r, axis=1) for rows in (keys, values))

    def one(query, keys, values):
        may = jnp.arange(len(keys)) < length
        scores = jnp.where(may, keys @ query / d**0.5, -1e30)
        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)

    return jax.vmap(one, in_axes=(0, 1, 1))(q.reshape(g * r, d), keys, values).reshape(g, r, -1)


# %% wrong: nothing_over_nothing
# A text of no tokens has no score that counts: minus infinity minus minus infinity is not a number
# (NaN). Answer zeros.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -jnp.inf)
# +        return jax.nn.softmax(scores) @ values


# %% wrong: mean_of_leftovers
# Where all scores are masked they are all alike, and the softmax gives each leftover the same
# share. For a text of no tokens answer zeros.
#
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        return jax.nn.softmax(scores) @ values


# %% wrong: leftovers_count
# You looked at all rows. Those from `length` on hold leftovers.
def grouped(q, keys, values, length):
    def one(query, keys, values):
        shares = jax.nn.softmax(keys @ query / len(query) ** 0.5)
        return jnp.where(length > 0, shares @ values, 0)

    of_group = jax.vmap(one, in_axes=(0, None, None))
    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)


# %% wrong: one_row_too_many
# Nearly: your mask lets row `length` in. The text's rows are 0 to `length - 1`.
#
# -        may = jnp.arange(len(keys)) < length
# +        may = jnp.arange(len(keys)) <= length


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so leftovers count; what must not count has to lie
# far below every score.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# +        scores = jnp.where(may, keys @ query / len(query) ** 0.5, 0)


# %% wrong: masked_too_late
# You masked after the softmax. The shares then add up to less than one: the leftovers took a share
# before you removed them.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        shares = jax.nn.softmax(keys @ query / len(query) ** 0.5)
# +        return jnp.where(may, shares, 0) @ values


# %% wrong: first_group_for_all
# All your groups ask the first group's keys. `keys[:, g]` belongs to group `g`: take axis 1 apart.
#
# -    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)
# +    return jax.vmap(of_group, in_axes=(0, None, None))(q, keys[:, 0], values[:, 0])


# %% wrong: groups_dealt_out
# You gave one head to each group in turn. Heads that share keys stand together, in one row of `q`.
#
# -    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)
# +    dealt = q.reshape(q.shape[1], q.shape[0], -1).swapaxes(0, 1)
# +    seen = jax.vmap(of_group, in_axes=(0, 1, 1))(dealt, keys, values)
# +    return seen.swapaxes(0, 1).reshape(*q.shape[:2], -1)


# %% wrong: along_the_heads
# Your softmax goes over the heads of a group. It goes over the tokens: the last axis of the scores.
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jax.nn.softmax(scores, axis=1)
    return jnp.where(length > 0, jnp.einsum("grn,nge->gre", shares, values), 0)


# %% wrong: groups_added_up
# You added the keys of all groups up: `einsum` sums over a letter that stands in only one array and
# not in the answer. Group `g` asks `keys[:, g]`, so both have the letter `g`.
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,nhd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jax.nn.softmax(scores)
    return jnp.where(length > 0, jnp.einsum("grn,nge->gre", shares, values), 0)


# %% wrong: not_divided
# The scores are to be divided by the root of `d`.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# +        scores = jnp.where(may, keys @ query, -1e30)


# %% wrong: leftovers_made_zero
# You made zeros of the leftovers, and a key of zeros has the score 0. `exp(0)` is one, so it takes
# a share: mask the scores.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# +        keys, values = (jnp.where(may[:, None], each, 0) for each in (keys, values))
# +        scores = keys @ query / len(query) ** 0.5


# %% wrong: length_unread
# Every row of the cache takes part, leftovers too: you did not ask for `length`. Rows 0 to `length
# - 1` hold the text, and of a text of no tokens the answer is zeros.
#
# -        scores = jnp.where(may, keys @ query / len(query) ** 0.5, -1e30)
# -        return jnp.where(length > 0, jax.nn.softmax(scores) @ values, 0)
# +        return jax.nn.softmax(keys @ query / len(query) ** 0.5) @ values


# %% right: by_einsum
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    may = jnp.arange(len(keys)) < length
    shares = jax.nn.softmax(jnp.where(may, scores, -1e30))
    return jnp.einsum("grn,nge->gre", jnp.where(may, shares, 0), values)


# %% right: kept_from_dividing_by_nothing
def grouped(q, keys, values, length):
    def of_group(queries, keys, values):
        scores = queries @ keys.T / queries.shape[1] ** 0.5
        may = jnp.arange(len(keys)) < length
        greatest = jnp.max(jnp.where(may, scores, -1e30), axis=1, keepdims=True)
        raised = jnp.where(may, jnp.exp(jnp.minimum(scores - greatest, 0)), 0)
        return raised @ values / jnp.maximum(raised.sum(axis=1, keepdims=True), 1e-30)

    return jax.vmap(of_group, in_axes=(0, 1, 1))(q, keys, values)


# %% right: by_the_logarithm_of_the_sum
def grouped(q, keys, values, length):
    scores = jnp.einsum("grd,ngd->grn", q, keys) / q.shape[2] ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) < length, scores, -1e30)
    shares = jnp.exp(scores - jax.nn.logsumexp(scores, axis=-1, keepdims=True))
    return jnp.einsum("grn,nge->gre", jnp.where(length > 0, shares, 0), values)
