# %% wrong: unchanged
# You square values near 1,000. The squares are about a million, where float32 rounds away small
# differences, and JAX uses float32 unless `jax_enable_x64` is set. Move the points near zero first.
#
# -    points = points - points.mean(axis=0)
# -    lengths = (points**2).sum(axis=1)
# +    lengths = (points**2).sum(axis=1)
# -    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
# +    return jnp.argmin(squares, axis=1), squares.min(axis=1)

# %% wrong: clipped_at_zero
# You replaced negative distances with zero, but the rounding errors remain. JAX uses float32 unless
# `jax_enable_x64` is set. Move the points near zero first.
#
# -    points = points - points.mean(axis=0)
# -    lengths = (points**2).sum(axis=1)
# +    lengths = (points**2).sum(axis=1)


# %% wrong: full_intermediate
# Your values are right, but you create an array of all `n n d` differences. Move the points near
# zero, and then use the matrix product, which is accurate enough for such points.
def nearest(points):
    squares = ((points[:, None] - points) ** 2).sum(axis=2)
    squares = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, squares)
    return jnp.argmin(squares, axis=1), squares.min(axis=1)


# %% wrong: one_point_at_a_time
# Your values are right, but you process one point after another. The points are independent. Use
# one matrix product for all points.
def nearest(points):
    near = points - points.mean(axis=0)

    def one(i):
        squares = ((near - near[i]) ** 2).sum(axis=1).at[i].set(jnp.inf)
        return jnp.argmin(squares).astype(jnp.int32), squares.min()

    return jax.lax.map(one, jnp.arange(len(points)))


# %% wrong: small_negative_left
# You moved the points near zero, but the distance of two equal points may still be slightly below
# 0. Use `jnp.maximum(..., 0)`.
#
# -    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
# +    return jnp.argmin(squares, axis=1), squares.min(axis=1)

# %% wrong: diagonal_included
# In your result, the nearest point of each point is the point itself. The task asks for the nearest
# *other* point. Put infinity on the diagonal.
#
# -    squares = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, squares)
# +    squares = jnp.maximum(squares, 0)

# %% wrong: second_in_sort_order
# You sorted the distances and took the second. If two points are equal, either may come first, so
# the second may be the point itself. Put infinity on the diagonal.
#
# -    squares = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, squares)
# -    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
# +    order, ranked = jnp.argsort(squares, axis=1), jnp.sort(squares, axis=1)
# +    return order[:, 1], jnp.maximum(ranked[:, 1], 0)

# %% wrong: absolute_value
# You took the absolute value of negative distances. All of these distances contain rounding errors,
# regardless of their sign. Move the points near zero first.
#
# -    points = points - points.mean(axis=0)
# -    lengths = (points**2).sum(axis=1)
# +    lengths = (points**2).sum(axis=1)
# -    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
# +    return jnp.argmin(squares, axis=1), jnp.abs(squares.min(axis=1))

# %% wrong: square_root_taken
# You returned the distance. Return the *squared* distance, without the square root.
#
# -    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
# +    return jnp.argmin(squares, axis=1), jnp.sqrt(jnp.maximum(squares.min(axis=1), 0))

# %% wrong: row_means_subtracted
# You subtracted from each point the mean of its own coordinates, so the points moved by different
# amounts. Subtract the mean of all points, column by column.
#
# -    points = points - points.mean(axis=0)
# +    points = points - points.mean(axis=1)[:, None]

# %% wrong: scaled
# You divided the coordinates by a factor. That changes the distances and loses just as many digits.
# Subtract the same point from all points instead.
#
# -    points = points - points.mean(axis=0)
# +    points = points / 1000

# %% wrong: standardised
# You divided each column by its standard deviation, which changes the distances. Subtract only the
# mean.
#
# -    points = points - points.mean(axis=0)
# +    points = (points - points.mean(axis=0)) / points.std(axis=0)

# %% right: shifted_by_first_point
#
# -    points = points - points.mean(axis=0)
# +    points = points - points[0]

# %% right: shifted_by_constant
#
# -    points = points - points.mean(axis=0)
# +    points = points - 1000.5


# %% right: recomputed
def nearest(points):
    near = points - points.mean(axis=0)
    products = jnp.einsum("id,jd->ij", near, near)
    lengths = jnp.diag(products)
    squares = lengths[:, None] + lengths[None] - 2 * products
    number = jnp.argmin(squares + jnp.diag(jnp.full(len(points), 1e9)), axis=1)
    return number, ((points - points[number]) ** 2).sum(axis=1)


# %% right: vmapped
def nearest(points):
    near = points - jnp.min(points, axis=0)
    lengths = jax.vmap(jnp.dot)(near, near)

    def one(own, point, length):
        squares = jnp.maximum(lengths + length - 2 * near @ point, 0)
        squares = squares.at[own].set(jnp.inf)
        number = jnp.argmin(squares)
        return number, squares[number]

    return jax.vmap(one)(jnp.arange(len(points)), near, lengths)
