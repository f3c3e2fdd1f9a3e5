# %% wrong: cache_written_anew
# Right, but every row of both caches is written again to change one. `keys.at[place].set(k)`
# changes one row.
def next_word(q, k, v, keys, values, place):
    here = (jnp.arange(len(keys)) == place)[:, None]
    keys, values = jnp.where(here, k, keys), jnp.where(here, v, values)
    scores = keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: all_words_ask
# Right, but all tokens ask, although only one is new: the work grows with the square of the room.
# The answers for the others are known. One query has one row of scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    n = len(keys)
    asked = jnp.zeros_like(keys).at[place].set(q)
    scores = jnp.where(jnp.tri(n, dtype=bool), asked @ keys.T / len(q) ** 0.5, -jnp.inf)
    return (jax.nn.softmax(scores) @ values)[place], keys, values


# %% wrong: leftovers_count
# Rows beyond `place` hold leftovers of another text, and they count. Mask their scores.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: blind_to_itself
# The new token does not see itself. It stands in row `place`, and rows 0 to `place` count.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q / len(q) ** 0.5, -1e30)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: nothing_to_see
# The new token does not see itself, and the first one of a text sees nothing: a softmax of nothing
# is not a number (NaN). The token stands in row `place`, and rows 0 to `place` count.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) < place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: one_row_too_many
# Your mask lets row `place + 1` in, and it holds leftovers.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place + 1, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: written_too_late
# You asked first and wrote afterwards: row `place` still held leftovers. Write, then ask.
def next_word(q, k, v, keys, values, place):
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    seen = jax.nn.softmax(scores) @ values
    return seen, keys.at[place].set(k), values.at[place].set(v)


# %% wrong: added_to_leftovers
# You added to what stood in row `place`. It holds leftovers: `.set`, not `.add`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].add(k), values.at[place].add(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: appended
# You made the caches a row longer, behind the leftovers. There is room already: the new token
# belongs into row `place`, and a program of one shape serves all tokens.
def next_word(q, k, v, keys, values, place):
    keys, values = jnp.concatenate([keys, k[None]]), jnp.concatenate([values, v[None]])
    return jax.nn.softmax(keys @ q / len(q) ** 0.5) @ values, keys, values


# %% wrong: old_cache_returned
# The answer is right, but you returned the old caches. Arrays do not change: the next token needs
# the new ones.
def next_word(q, k, v, keys, values, place):
    new_keys, new_values = keys.at[place].set(k), values.at[place].set(v)
    scores = new_keys @ q / len(q) ** 0.5
    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
    return jax.nn.softmax(scores) @ new_values, keys, values


# %% wrong: new_caches_dropped
# `keys.at[place].set(k)` makes a new array and leaves the old one as it is. You did not keep it:
# `keys = keys.at[place].set(k)`.
def next_word(q, k, v, keys, values, place):
    keys.at[place].set(k)
    values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: answer_alone
# You returned only the answer. The next token needs the caches as well: return all three.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, -jnp.inf)
    return jax.nn.softmax(scores) @ values


# %% wrong: not_divided
# The scores are to be divided by the root of `d`.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q, -jnp.inf)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: zero_is_no_mask
# You set masked scores to zero. `exp(0)` is one, so leftovers count. Give them minus infinity.
def next_word(q, k, v, keys, values, place):
    keys, values = keys.at[place].set(k), values.at[place].set(v)
    scores = jnp.where(jnp.arange(len(keys)) <= place, keys @ q / len(q) ** 0.5, 0)
    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: masked_too_late
# You masked after the softmax. The shares then add up to less than one: the leftovers took a share
# before you removed them.
#
# -    scores = jnp.where(jnp.arange(len(keys)) <= place, scores, -jnp.inf)
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    shares = jnp.where(jnp.arange(len(keys)) <= place, jax.nn.softmax(scores), 0)
# +    return shares @ values, keys, values


# %% wrong: divided_by_d
# You divided the scores by `d`. Divide them by its root.
#
# -    scores = keys @ q / len(q) ** 0.5
# +    scores = keys @ q / len(q)


# %% wrong: one_place_too_far
# You wrote into row `place + 1`. Places are counted from 0: the tokens before it are in rows 0 to
# `place - 1`, so `place` is the next free row.
#
# -    keys = keys.at[place].set(k)
# +    place = place + 1
# +    keys = keys.at[place].set(k)


# %% wrong: leftovers_wiped
# You made zeros of the rows beyond `place`, in the caches that you give back. Only row `place` is
# to change; what must not count is masked among the scores.
#
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    seen = jnp.arange(len(keys))[:, None] <= place
# +    keys, values = jnp.where(seen, keys, 0), jnp.where(seen, values, 0)
# +    return jax.nn.softmax(scores) @ values, keys, values


# %% wrong: caches_swapped
# The caches are swapped: first the answer, then the keys, then the values.
#
# -    return jax.nn.softmax(scores) @ values, keys, values
# +    return jax.nn.softmax(scores) @ values, values, keys


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
