# %% wrong: cache_copied
# Your values are right, but you write every row of both caches again to change a single row.
# `keys.at[position].set(k)` changes only that row.
def next_token(q, k, v, keys, values, position):
    here = (jnp.arange(len(keys)) == position)[:, None]
    keys, values = jnp.where(here, k, keys), jnp.where(here, v, values)
    scores = keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= position, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: all_tokens_queried
# Your values are right, but you compute attention for all tokens, so the work grows with the square
# of `room`. Only one token is new. Compute one row of scores.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    n = len(keys)
    asked = jnp.zeros_like(keys).at[position].set(q)
    scores = jnp.where(jnp.tri(n, dtype=bool), asked @ keys.T / len(q) ** 0.5, -jnp.inf)
    return (jax.nn.softmax(scores) @ values)[position], keys, values


# %% wrong: stale_rows_included
# You included the rows after `position`, which contain stale data from another sequence. Mask their
# scores.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: self_masked
# The new token does not attend to itself, so the first token of a sequence attends to no token, and
# its softmax is NaN. Include rows 0 to `position`.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < position, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: one_row_too_many
# Your mask includes row `position + 1`, which contains stale data. Include only rows 0 to
# `position`.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= position + 1, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: written_after_scores
# You computed the scores before you wrote the new row, so row `position` still contained stale
# data. Write the row first.
def next_token(q, k, v, keys, values, position):
    scores = jnp.where(jnp.arange(len(keys)) <= position, keys @ q / len(q) ** 0.5, -jnp.inf)
    seen = jax.nn.softmax(scores) @ values
    return seen, keys.at[position].set(k), values.at[position].set(v)


# %% wrong: appended
# You made the caches one row longer. The caches already have enough rows, and one program with
# fixed shapes serves all tokens. Write to row `position`.
def next_token(q, k, v, keys, values, position):
    keys, values = jnp.concatenate([keys, k[None]]), jnp.concatenate([values, v[None]])
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: old_cache_returned
# Your answer is right, but you returned the old caches. JAX arrays cannot be modified in place.
# Return the new caches.
def next_token(q, k, v, keys, values, position):
    new_keys, new_values = keys.at[position].set(k), values.at[position].set(v)
    scores = new_keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= position, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ new_values, keys, values


# %% wrong: new_caches_dropped
# You discarded the result of `keys.at[position].set(k)`. This expression returns a new array and
# leaves the old one unchanged. Assign the new array: `keys = keys.at[position].set(k)`.
def next_token(q, k, v, keys, values, position):
    keys.at[position].set(k)
    values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= position, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: not_scaled
# You did not scale the scores. Divide them by the square root of `d`.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= position, keys @ q, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: masked_with_zero
# You set masked scores to zero. `exp(0)` is 1, so stale rows still receive a positive attention
# weight. Set the scores to minus infinity.
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= position, keys @ q / len(q) ** 0.5, 0)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: masked_after_softmax
# You masked after the softmax. The stale rows already received attention weights, so the remaining
# weights add up to less than one. Mask the scores before the softmax.
#
# -    scores = jnp.where(jnp.arange(len(keys)) <= position, scores, -jnp.inf)
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    shares = jnp.where(jnp.arange(len(keys)) <= position, jax.nn.softmax(scores), 0)
# +    return shares @ values, keys, values


# %% right: by_slices
def next_token(q, k, v, keys, values, position):
    keys = jax.lax.dynamic_update_slice(keys, k[None], (position, 0))
    values = jax.lax.dynamic_update_slice(values, v[None], (position, 0))
    scores = jnp.einsum("nd,d->n", keys, q / len(q) ** 0.5)
    exps = jnp.where(jnp.arange(len(keys)) <= position, scores, -1e30)
    exps = jnp.exp(exps - exps.max())
    return exps @ values / exps.sum(), keys, values


# %% right: own_score_separate
def next_token(q, k, v, keys, values, position):
    scores = jnp.where(jnp.arange(len(keys)) < position, keys @ q, -jnp.inf).at[position].set(k @ q)
    shares = jax.nn.softmax(scores / len(q) ** 0.5)
    values = values.at[position].set(v)
    return shares @ values, keys.at[position].set(k), values


# %% right: by_the_logarithm_of_the_sum
def next_token(q, k, v, keys, values, position):
    keys, values = keys.at[position].set(k), values.at[position].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= position, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jnp.exp(scores - jax.nn.logsumexp(scores)) @ values, keys, values
