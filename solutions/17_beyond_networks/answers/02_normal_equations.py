# %% wrong: diagonal_matrix_built
# Your values are right, but you put the weights on the diagonal of an `n` by `n` matrix, which is
# nearly all zeros. Multiply each row by its weight, `weights[:, None] * x`.
def normal_equations(x, y, weights, ridge):
    w = jnp.diag(weights)
    return x.T @ w @ x + ridge * jnp.eye(x.shape[1]), x.T @ w @ y


# %% wrong: full_intermediate
# Your values are right, but you create a matrix for each row, an array of `n` by `d` by `d`. Use a
# matrix product, which does not store these matrices: `weighted.T @ x`.
def normal_equations(x, y, weights, ridge):
    each = weights[:, None, None] * x[:, :, None] * x[:, None, :]
    r = (weights[:, None] * x * y[:, None]).sum(axis=0)
    return each.sum(axis=0) + ridge * jnp.eye(x.shape[1]), r


# %% wrong: one_row_at_a_time
# Your values are right, but you process one row after another. Use a matrix product, which sums
# over all rows in parallel: `weighted.T @ x`.
def normal_equations(x, y, weights, ridge):
    def add(sums, row):
        x, y, w = row
        a, r = sums
        return (a + w * jnp.outer(x, x), r + w * y * x), None

    d = x.shape[1]
    start = ridge * jnp.eye(d), jnp.zeros(d)
    return jax.lax.scan(add, start, (x, y, weights))[0]


# %% wrong: weights_squared
# You multiplied both operands of the matrix product by the weights, so the weights are squared.
# Multiply only one operand.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ weighted + ridge * jnp.eye(x.shape[1]), weighted.T @ y


# %% wrong: weights_squared_in_both
# You multiplied both `x` and `y` by the weights, so the weights are squared in both products.
# Multiply only one operand of each product.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ weighted + ridge * jnp.eye(x.shape[1]), weighted.T @ (weights * y)


# %% wrong: weights_forgotten
# You left out the weights. Multiply the contribution of each row by its weight.
def normal_equations(x, y, weights, ridge):
    return x.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ y


# %% wrong: right_side_without_weights
# Your matrix is right, but the right-hand side lacks the weights. Use the weights there, too.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ y


# %% wrong: matrix_without_weights
# Your right-hand side is correct, but your matrix lacks the weights. Use the weights there, too.
def normal_equations(x, y, weights, ridge):
    return x.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ (weights * y)


# %% wrong: means_returned
# You divided by the number of rows. The task asks for sums. Do not divide by this number.
#
# -    return weighted.T @ x + ridge * jnp.eye(x.shape[1]), weighted.T @ y
# +    return weighted.T @ x / len(x) + ridge * jnp.eye(x.shape[1]), weighted.T @ y / len(x)


# %% wrong: ridge_everywhere
# You added `ridge` to every entry. Add `ridge` only on the diagonal: `ridge * jnp.eye(d)`.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ x + ridge, weighted.T @ y


# %% wrong: ridge_forgotten
# You left out `ridge`. Add `ridge` on the diagonal.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ x, weighted.T @ y


# %% wrong: ridge_for_each_row
# You added `ridge` once for each row. Add `ridge` only once.
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    return weighted.T @ x + len(x) * ridge * jnp.eye(x.shape[1]), weighted.T @ y


# %% right: by_einsum
def normal_equations(x, y, weights, ridge):
    weighted = jnp.einsum("i,ij->ij", weights, x)
    a = jnp.einsum("ij,ik->jk", weighted, x)
    return a + jnp.diag(jnp.full(x.shape[1], ridge)), jnp.einsum("ij,i->j", weighted, y)


# %% right: weights_with_y
def normal_equations(x, y, weights, ridge):
    a = x.T @ (x * weights[:, None])
    return a.at[jnp.diag_indices(x.shape[1])].add(ridge), (weights * y) @ x


# %% right: one_product_for_both
def normal_equations(x, y, weights, ridge):
    d = x.shape[1]
    both = (weights * x.T) @ jnp.concatenate([x, y[:, None]], axis=1)
    return both[:, :d] + ridge * jnp.identity(d), both[:, d]


# %% right: square_root_weights
def normal_equations(x, y, weights, ridge):
    root = jnp.sqrt(weights)
    x, y = root[:, None] * x, root * y
    return jnp.dot(x.T, x) + ridge * jnp.eye(x.shape[1]), jnp.dot(x.T, y)


# %% right: column_by_column
def normal_equations(x, y, weights, ridge):
    weighted = weights[:, None] * x
    a = jax.vmap(lambda column: column @ x, in_axes=1)(weighted)
    r = jax.vmap(jnp.dot, in_axes=(1, None))(weighted, y)
    return a + ridge * jnp.eye(len(a)), r


# %% right: ridge_entry_by_entry
def normal_equations(x, y, weights, ridge):
    a = x.T * weights @ x
    for j in range(x.shape[1]):
        a = a.at[j, j].add(ridge)
    return a, x.T @ (weights * y)
