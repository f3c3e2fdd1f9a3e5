# %% wrong: unchanged
# Your values are right, but the weights are still loaded once for each customer. A Python loop
# instead of `jax.lax.map` does not change that. Process all customers in one product.
def serve(weights, customers):
    return jax.lax.map(lambda v: jnp.maximum(weights @ v, 0), customers)


# %% wrong: not_transposed
# You computed `customers @ weights`, which uses the columns of the weights. `weights @ v` uses the
# rows. Transpose `weights`.
def serve(weights, customers):
    return jnp.maximum(customers @ weights, 0)


# %% wrong: operands_swapped
# You put `weights` on the left, which is right only if each customer is a column. The customers are
# rows. Put `customers` on the left, or transpose both `customers` and the result.
def serve(weights, customers):
    return jnp.maximum(weights @ customers, 0)


# %% wrong: relu_forgotten
# Your products are right, but you kept their negative elements. Replace them with 0.
def serve(weights, customers):
    return customers @ weights.T


# %% wrong: minimum_for_maximum
# You kept the negative elements and replaced the others with 0. `jnp.minimum` returns the smaller
# of two values. Use `jnp.maximum`.
def serve(weights, customers):
    return jnp.minimum(customers @ weights.T, 0)


# %% wrong: max_over_customers
# You returned a single row. `jnp.max(x, 0)` returns the largest elements along axis 0, over all
# customers. To compare each element with 0, use `jnp.maximum`.
def serve(weights, customers):
    return jnp.max(customers @ weights.T, 0)


# %% wrong: full_intermediate
# Your values are right, but you store an array of `b` by `d` by `d` products before you add them. A
# matrix product with `@` does not store these products.
def serve(weights, customers):
    return jnp.maximum((customers[:, None, :] * weights).sum(-1), 0)


# %% right: columns
def serve(weights, customers):
    return jnp.maximum(weights @ customers.T, 0).T


# %% right: with_vmap
def serve(weights, customers):
    return jax.vmap(lambda v: jnp.maximum(weights @ v, 0))(customers)


# %% right: with_einsum
def serve(weights, customers):
    result = jnp.einsum("ok,bk->bo", weights, customers)
    return jnp.where(result > 0, result, 0)
