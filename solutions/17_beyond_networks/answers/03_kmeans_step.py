# %% wrong: full_intermediate
# Your values are right, but you create an array of all `n k d` differences. Expand the square. Only
# the product `points @ centres.T` combines points and centres.
#
# -    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    nearest = ((points[:, None] - centres) ** 2).sum(axis=2)

# %% wrong: last_of_ties
# If several centres are nearest, you chose the last one. Choose the one with the smallest index, as
# `jnp.argmin` does.
#
# -    chosen = jnp.argmin(nearest, axis=1)
# +    chosen = len(centres) - 1 - jnp.argmin(nearest[:, ::-1], axis=1)


# %% wrong: ties_counted_twice
# You count a point with two nearest centres for both. Such a point belongs to the centre with the
# smaller index. Compare the index from `jnp.argmin`, not the distance.
#
# -    mine = (chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)
# +    mine = (nearest == nearest.min(axis=1, keepdims=True)).astype(jnp.float32)


# %% wrong: centred_first
# You subtracted the mean of the points first. The subtraction rounds the values, so equal distances
# may differ. Use the integers without subtracting the mean.
#
# -    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    mean = points.mean(axis=0)
# +    nearest = ((centres - mean) ** 2).sum(axis=1) - 2 * (points - mean) @ (centres - mean).T


# %% wrong: maximum_taken
# Your points choose the farthest centre. Use `argmin`, or correct the sign of a term.
#
# -    chosen = jnp.argmin(nearest, axis=1)
# +    chosen = jnp.argmax(nearest, axis=1)

# %% wrong: cross_term_not_doubled
# You subtracted the product once. The expanded square contains the product twice. Multiply the
# product by two.
#
# -    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    nearest = (centres**2).sum(axis=1) - points @ centres.T

# %% wrong: centre_squares_forgotten
# You left out the squares of the centres, so a centre far from zero seems to be the nearest. Add
# the squares of the centres.
#
# -    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    nearest = -2 * points @ centres.T

# %% wrong: nan_for_empty_cluster
# For a centre without points, you compute 0 / 0, which is NaN. Do not move such a centre.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return chosen, mine.T @ points / count

# %% wrong: empty_cluster_at_zero
# You moved a centre without points to zero. Do not move such a centre.
#
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return chosen, means

# %% wrong: sums_returned
# You returned the sums of the points as the new centres. Divide each sum by the number of points
# that chose the centre.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# +    means = mine.T @ points

# %% wrong: mean_of_all
# You divided by the number of all points. Divide each sum by the number of points that chose the
# centre.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# +    means = mine.T @ points / len(points)

# %% wrong: one_point_at_a_time
# Your values are right, but you process one point after another. Compute the sums with a product:
# the matrix of choices, transposed, times the points.
#
# -    mine = (chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)
# -    count = mine.sum(axis=0)[:, None]
# -    means = mine.T @ points / jnp.maximum(count, 1)
# +
# +    def add(i, sums):
# +        total, count = sums
# +        return total.at[chosen[i]].add(points[i]), count.at[chosen[i]].add(1.0)
# +
# +    start = jnp.zeros_like(centres), jnp.zeros((len(centres), 1))
# +    total, count = jax.lax.fori_loop(0, len(points), add, start)
# +    means = total / jnp.maximum(count, 1)

# %% right: whole_distances
#
# -    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    nearest = (points**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)[None]
# +    nearest = nearest - 2 * jnp.einsum("nd,kd->nk", points, centres)

# %% right: one_hot
#
# -    mine = (chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)
# +    mine = jax.nn.one_hot(chosen, len(centres))


# %% right: segments
def kmeans_step(points, centres):
    k = centres.shape[0]
    likeness = jnp.dot(points, centres.T) - 0.5 * jnp.sum(centres * centres, axis=1)
    chosen = jnp.argmax(likeness, axis=1).astype(jnp.int32)
    total = jax.ops.segment_sum(points, chosen, num_segments=k)
    count = jax.ops.segment_sum(jnp.ones(len(points)), chosen, num_segments=k)
    mean = total / jnp.where(count == 0, 1, count)[:, None]
    return chosen, jnp.where((count == 0)[:, None], centres, mean)


# %% right: vmap_over_points
def kmeans_step(points, centres):
    squares = jax.vmap(jnp.dot)(centres, centres)

    def choose(point):
        return jnp.argmin(squares - 2 * centres @ point)

    chosen = jax.vmap(choose)(points)

    def move(number, centre):
        mine = jnp.where(chosen == number, 1.0, 0.0)
        return jnp.where(mine.sum() > 0, mine @ points / jnp.maximum(mine.sum(), 1), centre)

    return chosen, jax.vmap(move)(jnp.arange(len(centres)), centres)


# %% right: scattered
def kmeans_step(points, centres):
    chosen = ((centres**2).sum(1) - 2 * points @ centres.T).argmin(1)
    total = jnp.zeros_like(centres).at[chosen].add(points)
    count = jnp.zeros(len(centres)).at[chosen].add(1)[:, None]
    return chosen, jnp.where(count > 0, total / jnp.maximum(count, 1), centres)
