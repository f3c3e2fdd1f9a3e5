# %% wrong: unchanged
# Your values are right, but the function is compiled for every length because `length` is static.
# Remove `static_argnames`. Then use all rows, and give the rows after the sequence the weight 0.
@partial(jax.jit, static_argnames="length")
def attend(query, keys, values, length):
    return (keys[:length] @ query) @ values[:length]


# %% wrong: traced_slice
# You removed `static_argnames`, but a shape still depends on `length`, for example in
# `keys[:length]` or `range(length)`. A compiled program has fixed shapes, and `length` has no value
# during compilation. Use all rows and a mask.
def attend(query, keys, values, length):
    return (keys[:length] @ query) @ values[:length]


# %% wrong: outer_products_first
# Your values are right, but you first multiply the keys by the values, which gives a `d` by `e`
# matrix. That saves work only for many queries, and here there is one. Compute `keys @ query`
# first, so that every result is a vector.
def attend(query, keys, values, length):
    inside = (jnp.arange(len(keys)) < length)[:, None]
    return query @ (jnp.where(inside, keys, 0).T @ values)


# %% wrong: stale_rows_included
# You compile one program, but the rows after the sequence contribute as well. These rows are left
# over from another sequence. Mask them.
def attend(query, keys, values, length):
    return (keys @ query) @ values


# %% wrong: one_row_too_many
# Your mask includes row `length`. The rows of the sequence are 0 to `length - 1`.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) <= length, keys @ query, 0)
    return weights @ values


# %% wrong: newest_token_only
# You used only the newest token. Use all tokens up to it.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) == length - 1, keys @ query, 0)
    return weights @ values


# %% wrong: mask_inverted
# Your mask keeps the leftover rows and drops the sequence. `jnp.where(condition, a, b)` returns `a`
# where the condition is true. Swap the two.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, 0, keys @ query)
    return weights @ values


# %% wrong: keys_forgotten
# You added up the values without weights. Weight each row by the dot product of `query` and its
# key.
def attend(query, keys, values, length):
    return (jnp.arange(len(keys)) < length).astype(values.dtype) @ values


# %% wrong: one_row_too_few
# Your mask drops the last row of the sequence. Row numbers start at 0, so include every row below
# `length`.
def attend(query, keys, values, length):
    return jnp.where(jnp.arange(len(keys)) < length - 1, keys @ query, 0) @ values


# %% wrong: masked_with_minus_infinity
# You gave the leftover rows the weight minus infinity. That is right before a softmax, but here the
# weights are not normalized. Use the weight 0.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, keys @ query, -jnp.inf)
    return weights @ values


# %% wrong: with_softmax
# You applied a softmax between the two products, as a language model does. `attend_slow` uses no
# softmax. Use the dot product of `query` and key as the weight.
def attend(query, keys, values, length):
    weights = jnp.where(jnp.arange(len(keys)) < length, keys @ query, -jnp.inf)
    return jax.nn.softmax(weights) @ values


# %% wrong: mask_along_columns
# Your mask has an element for each row but is applied along the columns. Add a second axis with
# `[:, None]`, or mask a vector that has one element for each row.
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
