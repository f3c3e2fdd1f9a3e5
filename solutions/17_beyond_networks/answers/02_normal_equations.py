# %% wrong: weights_on_a_diagonal
# Right, but the weights stand on the diagonal of a matrix of `n` by `n`: nearly all zeros, and the
# largest thing in the program. Multiply each row by its weight, `weights[:, None] * x`.
def normal_equations(x, y, weights, ridge):
    w = jnp.diag(weights)
    return x.T @ w @ x + ridge * jnp.eye(x.shape[1]), x.T @ w @ y


# %% wrong: the_cube
# Right, but each row makes a matrix of its own before they are added up: `n` by `d` by `d`. A
# product adds up at once: `heavy.T @ x`.
def normal_equations(x, y, weights, ridge):
    each = weights[:, None, None] * x[:, :, None] * x[:, None, :]
    r = (weights[:, None] * x * y[:, None]).sum(axis=0)
    return each.sum(axis=0) + ridge * jnp.eye(x.shape[1]), r


# %% wrong: row_after_row
# Your values are right, but you take one row after another: each turn of the loop waits for the sum
# of the turn before. A product adds up all rows at once: `heavy.T @ x`.
def normal_equations(x, y, weights, ridge):
    def add(sums, row):
        x, y, w = row
        a, r = sums
        return (a + w * jnp.outer(x, x), r + w * y * x), None

    d = x.shape[1]
    start = ridge * jnp.eye(d), jnp.zeros(d)
    return jax.lax.scan(add, start, (x, y, weights))[0]


# %% wrong: weights_twice
# The weights are on both sides, so they are squared. One side is enough.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ heavy + ridge * jnp.eye(x.shape[1]), heavy.T @ y


# %% wrong: weights_twice_in_both
# You multiplied `x` and `y` by the weights, so each product has them squared. One side is enough.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ heavy + ridge * jnp.eye(x.shape[1]), heavy.T @ (weights * y)


# %% wrong: weights_forgotten
# Every row counts alike in your sums. A row counts as often as its weight says.
def normal_equations(x, y, weights, ridge):
    return x.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ y


# %% wrong: right_side_without_weights
# The matrix is right. The right side needs the weights as well.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ y


# %% wrong: matrix_without_weights
# The right side is right. The matrix needs the weights as well.
def normal_equations(x, y, weights, ridge):
    return x.T @ x + ridge * jnp.eye(x.shape[1]), x.T @ (weights * y)


# %% wrong: right_side_twice
# The matrix is right. In the right side the weights are squared: with `heavy` on one side, `y`
# stays as it is.
#
# -    return heavy.T @ x + ridge * jnp.eye(x.shape[1]), heavy.T @ y
# +    return heavy.T @ x + ridge * jnp.eye(x.shape[1]), heavy.T @ (weights * y)


# %% wrong: means_for_sums
# You divided by the number of rows. The task asks for the sums; `ridge` would count more beside
# means.
#
# -    return heavy.T @ x + ridge * jnp.eye(x.shape[1]), heavy.T @ y
# +    return heavy.T @ x / len(x) + ridge * jnp.eye(x.shape[1]), heavy.T @ y / len(x)


# %% wrong: ridge_everywhere
# You added `ridge` to every entry. It belongs on the diagonal: `ridge * jnp.eye(d)`.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ x + ridge, heavy.T @ y


# %% wrong: ridge_forgotten
# `ridge` is missing on the diagonal.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ x, heavy.T @ y


# %% wrong: ridge_for_each_row
# You added `ridge` once for each row. It stands on the diagonal once.
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    return heavy.T @ x + len(x) * ridge * jnp.eye(x.shape[1]), heavy.T @ y


# %% right: by_einsum
def normal_equations(x, y, weights, ridge):
    heavy = jnp.einsum("i,ij->ij", weights, x)
    a = jnp.einsum("ij,ik->jk", heavy, x)
    return a + jnp.diag(jnp.full(x.shape[1], ridge)), jnp.einsum("ij,i->j", heavy, y)


# %% right: weights_with_y
def normal_equations(x, y, weights, ridge):
    a = x.T @ (x * weights[:, None])
    return a.at[jnp.diag_indices(x.shape[1])].add(ridge), (weights * y) @ x


# %% right: one_product_for_both
def normal_equations(x, y, weights, ridge):
    d = x.shape[1]
    both = (weights * x.T) @ jnp.concatenate([x, y[:, None]], axis=1)
    return both[:, :d] + ridge * jnp.identity(d), both[:, d]


# %% right: roots_of_the_weights
def normal_equations(x, y, weights, ridge):
    root = jnp.sqrt(weights)
    x, y = root[:, None] * x, root * y
    return jnp.dot(x.T, x) + ridge * jnp.eye(x.shape[1]), jnp.dot(x.T, y)


# %% right: column_by_column
def normal_equations(x, y, weights, ridge):
    heavy = weights[:, None] * x
    a = jax.vmap(lambda column: column @ x, in_axes=1)(heavy)
    r = jax.vmap(jnp.dot, in_axes=(1, None))(heavy, y)
    return a + ridge * jnp.eye(len(a)), r


# %% right: ridge_entry_by_entry
def normal_equations(x, y, weights, ridge):
    a = x.T * weights @ x
    for j in range(x.shape[1]):
        a = a.at[j, j].add(ridge)
    return a, x.T @ (weights * y)
