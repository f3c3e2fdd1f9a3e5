# %% wrong: cache_written_anew
# The values are right, but you write every row of both caches again to change one.
# `keys.at[place].set(k)` changes one row.
def next_word(q, k, v, keys, values, place):
    here = (jnp.arange(len(keys)) == place)[:, None]
    keys, values = jnp.where(here, k, keys), jnp.where(here, v, values)
    scores = keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: all_words_ask
# The values are right, but you compute attention for all tokens, so the work grows with the square
# of `room`. Only one token is new. Compute one row of scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    n = len(keys)
    asked = jnp.zeros_like(keys).at[place].set(q)
    scores = jnp.where(jnp.tri(n, dtype=bool), asked @ keys.T / len(q) ** 0.5, -jnp.inf)
    return (jax.nn.softmax(scores) @ values)[place], keys, values


# %% wrong: leftovers_count
# You included the rows after `place`, which hold old data of another sequence. Mask their scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: nothing_to_see
# The new token does not attend to itself, so the first token of a sequence attends to nothing and
# its softmax is NaN. Include rows 0 to `place`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: one_row_too_many
# Your mask includes row `place + 1`, which holds old data. Only rows 0 to `place` count.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place + 1, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: written_too_late
# You computed the scores before you wrote the new row, so row `place` still held old data. Write
# first.
def next_word(q, k, v, keys, values, place):
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    seen = jax.nn.softmax(scores) @ values
    return seen, keys.at[place].set(k), values.at[place].set(v)


# %% wrong: appended
# You made the caches one row longer. They already have room, and a program with fixed shapes serves
# all tokens. Write into row `place`.
def next_word(q, k, v, keys, values, place):
    keys, values = jnp.concatenate([keys, k[None]]), jnp.concatenate([values, v[None]])
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: old_cache_returned
# The answer is right, but you returned the old caches. Arrays do not change in place. Return the
# new ones.
def next_word(q, k, v, keys, values, place):
    new_keys, new_values = keys.at[place].set(k), values.at[place].set(v)
    scores = new_keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ new_values, keys, values


# %% wrong: new_caches_dropped
# You discarded the result of `keys.at[place].set(k)`. It returns a new array and leaves the old one
# unchanged. Assign it: `keys = keys.at[place].set(k)`.
def next_word(q, k, v, keys, values, place):
    keys.at[place].set(k)
    values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: not_divided
# You did not divide the scores. Divide them by the square root of `d`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so old data still counts. Set them to minus
# infinity.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, 0)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: masked_too_late
# You masked after the softmax. The old data already took a share, so the shares add up to less than
# one. Mask the scores before the softmax.
#
# -    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    shares = jnp.where(jnp.arange(len(keys)) <= place, jax.nn.softmax(scores), 0)
# +    return shares @ values, keys, values


# %% right: by_slices
def next_word(q, k, v, keys, values, place):
    keys = jax.lax.dynamic_update_slice(keys, k[None], (place, 0))
    values = jax.lax.dynamic_update_slice(values, v[None], (place, 0))
    scores = jnp.einsum("nd,d->n", keys, q / len(q) ** 0.5)
    raised = jnp.where(jnp.arange(len(keys)) <= place, scores, -1e30)
    raised = jnp.exp(raised - raised.max())
    return raised @ values / raised.sum(), keys, values


# %% right: itself_apart
def next_word(q, k, v, keys, values, place):
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q, -jnp.inf).at[place].set(k @ q)
    shares = jax.nn.softmax(scores / len(q) ** 0.5)
    values = values.at[place].set(v)
    return shares @ values, keys.at[place].set(k), values


# %% right: by_the_logarithm_of_the_sum
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jnp.exp(scores - jax.nn.logsumexp(scores)) @ values, keys, values
