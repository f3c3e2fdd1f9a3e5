# %% wrong: not_mended
# Your values are right, but the weights are still loaded once for each customer. (A Python loop
# instead of `jax.lax.map` changes nothing.) Compute all customers in one matrix product.
def serve(weights, customers):
    return jax.lax.map(lambda v: jnp.maximum(weights @ v, 0), customers)


# %% wrong: a_cube
# Your values are right, but you store a three-dimensional array of all `b` by `d` by `d` products
# before you add them up. `@` adds them up on the way. Use it.
def serve(weights, customers):
    return jnp.maximum((customers[:, None, :] * weights).sum(-1), 0)


# %% wrong: not_transposed
# You multiplied by the columns of the weights, but `weights @ v` uses the rows. Transpose the
# weights.
def serve(weights, customers):
    return jnp.maximum(customers @ weights, 0)


# %% wrong: forgot_the_zero
# The products are right, but you left the negative elements unchanged. Set them to zero.
def serve(weights, customers):
    return customers @ weights.T


# %% wrong: weights_in_front
# You multiplied `weights @ customers`, but the customers are rows. Put them on the left, or
# transpose them and then the result.
def serve(weights, customers):
    return jnp.maximum(weights @ customers, 0)


# %% wrong: forgot_the_zero
# The products are right, but you kept their negative elements. Replace them by 0.
def serve(weights, customers):
    return customers @ weights.T


# %% wrong: the_negative_ones_kept
# You kept the negative elements and set the others to zero. `jnp.minimum` takes the smaller of two
# values. Use `jnp.maximum`.
def serve(weights, customers):
    return jnp.minimum(customers @ weights.T, 0)


# %% wrong: one_row_left
# You returned one row. `jnp.max(x, 0)` finds the largest element along axis 0, over all customers.
# Use `jnp.maximum`, which compares each element with zero.
def serve(weights, customers):
    return jnp.max(customers @ weights.T, 0)


# %% wrong: a_cube
# The values are right, but you store an array of `b` by `d` by `d` products before you add them.
# `@` adds them without storing them.
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
