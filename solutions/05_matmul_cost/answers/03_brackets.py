# %% wrong: all_pairs_first
# Right, but all `n` by `n` pairs of words are written down first. (`A @ B @ C` without brackets is
# `(A @ B) @ C`, and so is the loop that JAX makes of it.) Multiply keys with values first.
def ask(queries, keys, values):
    return queries @ keys.T @ values


# %% wrong: one_word_at_a_time
# Right, and the pairs are no longer stored; but every word still meets every other: as many
# operations as before. Move the brackets.
def ask(queries, keys, values):
    return jax.lax.map(lambda query: (keys @ query) @ values, queries)


# %% wrong: with_softmax
# You put the softmax between the two products, as a language model does. Here there is none, and so
# the brackets can be moved.
def ask(queries, keys, values):
    return jax.nn.softmax(queries @ keys.T) @ values


# %% wrong: scaled
# You divided by the root of `d`, as a language model does before its softmax. The weight here is
# query `i` times key `j`, and nothing else.
def ask(queries, keys, values):
    return queries @ (keys.T @ values) / queries.shape[1] ** 0.5


# %% wrong: asked_the_other_way
# You swapped queries and keys: row `i` belongs to query `i`, and the sum goes over the keys.
def ask(queries, keys, values):
    return keys @ (queries.T @ values)


# %% wrong: only_itself
# You let each word ask only itself. Each asks all of them: the sum goes over every `j`.
def ask(queries, keys, values):
    return (queries * keys).sum(1, keepdims=True) * values


# %% wrong: everybody_the_same
# You added up all queries: each word has its own row of the result.
def ask(queries, keys, values):
    return jnp.broadcast_to(queries.sum(0) @ (keys.T @ values), values.shape)


# %% wrong: keys_not_turned
# The keys lost their `.T` on the way: rows of `d` numbers meet columns of `n`. The sum goes over
# words, so words must meet words wherever you put the brackets.
def ask(queries, keys, values):
    return queries @ (keys @ values)


# %% wrong: table_on_its_side
# Your products do not fit: rows of `d` numbers meet columns of `e`. Either one needs a `.T` or has
# one too many, or the three stand in another order. Leave them as they are in `ask_slow`, and move
# only the brackets.
def ask(queries, keys, values):
    return queries @ (values.T @ keys)


# %% wrong: queries_last
# You moved the queries behind the other two. Brackets may be moved, the order may not: each word is
# a row of `queries`, and stands in front.
def ask(queries, keys, values):
    return (keys.T @ values) @ queries


# %% right: with_multi_dot
def ask(queries, keys, values):
    return jnp.linalg.multi_dot([queries, keys.T, values])


# %% right: in_two_steps
def ask(queries, keys, values):
    said = jnp.einsum("nd,ne->de", keys, values)
    return jnp.einsum("nd,de->ne", queries, said)


# %% right: with_vmap
def ask(queries, keys, values):
    said = values.T @ keys
    return jax.vmap(lambda query: said @ query)(queries)
