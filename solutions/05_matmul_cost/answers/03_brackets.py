# %% wrong: all_pairs_first
# Your values are right, but your program computes all `n` by `n` pairs of tokens first. (`A @ B @
# C` without parentheses is `(A @ B) @ C`.) Multiply the keys by the values first.
def linear_attention(queries, keys, values):
    return queries @ keys.T @ values


# %% wrong: one_query_at_a_time
# Your values are right, and the pairs are no longer stored. However, every query is still
# multiplied by every key, so the number of operations is unchanged. Move the parentheses.
def linear_attention(queries, keys, values):
    return jax.lax.map(lambda query: (keys @ query) @ values, queries)


# %% wrong: with_softmax
# You applied a softmax between the two products, as a language model does. This task uses no
# softmax. Without it, the parentheses can be moved.
def linear_attention(queries, keys, values):
    return jax.nn.softmax(queries @ keys.T) @ values


# %% wrong: scaled
# You divided by the square root of `d`, as a language model does before its softmax. Here the
# weight is the dot product of query `i` and key `j`. Leave the division out.
def linear_attention(queries, keys, values):
    return queries @ (keys.T @ values) / queries.shape[1] ** 0.5


# %% wrong: queries_and_keys_swapped
# You swapped queries and keys. Row `i` of the result belongs to query `i`, so sum over the keys.
def linear_attention(queries, keys, values):
    return keys @ (queries.T @ values)


# %% wrong: diagonal_only
# You weighted each row of `values` with its own query and key only. Each query is multiplied by
# every key, so sum over every `j`.
def linear_attention(queries, keys, values):
    return (queries * keys).sum(1, keepdims=True) * values


# %% wrong: queries_summed
# You added up all queries. Each token has its own row in the result, so keep the queries separate.
def linear_attention(queries, keys, values):
    return jnp.broadcast_to(queries.sum(0) @ (keys.T @ values), values.shape)


# %% wrong: keys_not_transposed
# You dropped the `.T` of the keys, so the inner dimensions do not match: `d` and `n`. Transpose the
# keys, so that the sum is over the tokens.
def linear_attention(queries, keys, values):
    return queries @ (keys @ values)


# %% wrong: shapes_mismatched
# The inner dimensions of one of your products do not match: `d` and `e`. A `.T` is missing or
# superfluous, or the order of the operands has changed. Keep the operands as in
# `linear_attention_slow`, and move only the parentheses.
def linear_attention(queries, keys, values):
    return queries @ (values.T @ keys)


# %% wrong: queries_last
# You moved `queries` behind the other two operands. The parentheses may move, but the order of the
# operands may not change. Keep `queries` first.
def linear_attention(queries, keys, values):
    return (keys.T @ values) @ queries


# %% right: with_multi_dot
def linear_attention(queries, keys, values):
    return jnp.linalg.multi_dot([queries, keys.T, values])


# %% right: in_two_steps
def linear_attention(queries, keys, values):
    out = jnp.einsum("nd,ne->de", keys, values)
    return jnp.einsum("nd,de->ne", queries, out)


# %% right: with_vmap
def linear_attention(queries, keys, values):
    out = values.T @ keys
    return jax.vmap(lambda query: out @ query)(queries)
