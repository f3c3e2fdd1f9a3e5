# %% wrong: not_mended
# Your answers are right, but the weights still cross the memory once for each customer. (A Python
# loop in place of `jax.lax.map` changes nothing: as many products, each with all the weights.) Put
# the customers side by side: one product serves them all.
def serve(weights, customers):
    return jax.lax.map(lambda v: jnp.maximum(weights @ v, 0), customers)


# %% wrong: a_cube
# Your answers are right, but you make a cube: all `b` by `d` by `d` products stand side by side
# before they are added up. `@` adds them up on the way.
def serve(weights, customers):
    return jnp.maximum((customers[:, None, :] * weights).sum(-1), 0)


# %% wrong: not_transposed
# `customers @ weights` multiplies by the columns of the weights; `weights @ v` uses the rows. Take
# the transpose.
def serve(weights, customers):
    return jnp.maximum(customers @ weights, 0)


# %% wrong: forgot_the_zero
# The products are right. The negative numbers should have become zero.
def serve(weights, customers):
    return customers @ weights.T


# %% wrong: weights_in_front
# `weights @ v` fits for one customer, where `v` is a column. Many of them are the rows of a matrix:
# either they stand on the left, or they are turned over, and the result turned back.
def serve(weights, customers):
    return jnp.maximum(weights @ customers, 0)


# %% wrong: the_negative_ones_kept
# You kept the negative numbers and set the others to zero. `jnp.minimum` takes the smaller of two:
# which is the smaller of -3 and 0?
def serve(weights, customers):
    return jnp.minimum(customers @ weights.T, 0)


# %% wrong: one_row_left
# One row came back. `jnp.max(x, 0)` looks for the largest number along axis 0, over all customers;
# to compare each number with zero is `jnp.maximum`.
def serve(weights, customers):
    return jnp.max(customers @ weights.T, 0)


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
