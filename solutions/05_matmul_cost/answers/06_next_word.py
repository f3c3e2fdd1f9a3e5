# %% wrong: as_it_was
# Right, but it is compiled for every length, since `length` is static. Take `static_argnames` away.
# Then no slice can be as long as the text: let all rows take part, and give those beyond the text
# the weight 0.
@partial(jax.jit, static_argnames="length")
def attend(query, keys, values, length):
    return (keys[:length] @ query) @ values[:length]


# %% wrong: sliced_by_a_traced_length
# You took `static_argnames` away, and something is still as long as the text: a slice like
# `keys[:length]`, or `range(length)`. A compiled program has fixed shapes, so this one cannot be
# compiled at all while `length` has no value. Take all rows, and a mask.
def attend(query, keys, values, length):
    return (keys[:length] @ query) @ values[:length]


# %% wrong: a_table_for_one_query
# Right, but far too much work: keys times values is a whole table, `d` by `e`, and is worth it only
# for many queries. Here there is one: `keys @ query` first, then everything is a vector.
def attend(query, keys, values, length):
    inside = (jnp.arange(len(keys)) < length)[:, None]
    return query @ (jnp.where(inside, keys, 0).T @ values)


# %% wrong: leftovers_count
# It is one program, but the rows beyond the text count as well. They hold leftovers: mask them.
def attend(query, keys, values, length):
    return (keys @ query) @ values


# %% wrong: one_row_too_many
# Nearly: your mask lets row `length` in. The text's rows are 0 to `length - 1`.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) <= length, keys @ query, 0)
    return weights @ values


# %% wrong: the_newest_alone
# You took only the newest word. All words up to it count.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) == length - 1, keys @ query, 0)
    return weights @ values


# %% wrong: mask_upside_down
# Your mask keeps the leftovers and drops the text. `jnp.where(condition, a, b)` takes `a` where the
# condition holds.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, 0, keys @ query)
    return weights @ values


# %% wrong: keys_forgotten
# You added up the values. Each is to be weighted, with `query` times its key.
def attend(query, keys, values, length):
    return (jnp.arange(len(keys)) < length).astype(values.dtype) @ values


# %% wrong: one_row_too_few
# The last row of the text is missing. Rows are counted from 0: those below `length` are in it.
def attend(query, keys, values, length):
    return jnp.where(jnp.arange(len(keys)) < length - 1, keys @ query, 0) @ values


# %% wrong: minus_infinity
# You gave the leftovers a weight of minus infinity. That is how a softmax is told to forget; here
# the weights are used as they are, and what must not count has a weight of 0.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, keys @ query, -jnp.inf)
    return weights @ values


# %% wrong: with_softmax
# You put the softmax between the two products, as a language model does. `attend_slow` has none: a
# weight is `query` times a key, and nothing else.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, keys @ query, -jnp.inf)
    return jax.nn.softmax(weights) @ values


# %% wrong: mask_lies_across
# Your mask has a number for each row, and lies along the columns. Stand it up, `[:, None]`, or mask
# what has one number for each row already.
def attend(query, keys, values, length):
    inside = jnp.arange(len(keys)) < length
    return (jnp.where(inside, keys, 0) @ query) @ values


# %% right: jitted_and_masked
@jax.jit
def attend(query, keys, values, length):
    text = jnp.arange(keys.shape[0]) < length
    return jnp.einsum("r,rd,d,re->e", text.astype(keys.dtype), keys, query, values)


# %% right: rows_masked
def attend(query, keys, values, length):
    inside = (jnp.arange(keys.shape[0]) < length)[:, None]
    return query @ jnp.where(inside, keys, 0).T @ values


# %% right: row_by_row
def attend(query, keys, values, length):
    def row(j, total):
        return total + jnp.where(j < length, keys[j] @ query, 0) * values[j]

    return jax.lax.fori_loop(0, len(keys), row, jnp.zeros(values.shape[1]))
