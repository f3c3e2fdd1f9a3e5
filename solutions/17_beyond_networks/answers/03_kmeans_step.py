# %% wrong: the_cube
# Right, but all `n k d` differences stand side by side before the first is added up. Multiply the
# square out: what needs both is `points @ centres.T`.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = ((points[:, None] - centres) ** 2).sum(axis=2)

# %% wrong: last_of_several
# Of several nearest centres you chose the last. The task asks for the one with the smallest number,
# which `jnp.argmin` gives by itself.
#
# -    chosen = jnp.argmin(near, axis=1)
# +    chosen = len(centres) - 1 - jnp.argmin(near[:, ::-1], axis=1)


# %% wrong: ties_belong_to_both
# You count a point with two nearest centres for both of them. It belongs only to the one with the
# smaller number: compare the index from `jnp.argmin`, not the distance.
#
# -    mine = (chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)
# +    mine = (near == near.min(axis=1, keepdims=True)).astype(jnp.float32)


# %% wrong: centred_first
# You subtracted the mean of the points first. The differences are rounded, and two distances that
# are equal no longer are. The values are small integers: use them as they are.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    mean = points.mean(axis=0)
# +    near = ((centres - mean) ** 2).sum(axis=1) - 2 * (points - mean) @ (centres - mean).T


# %% wrong: the_farthest
# Your points choose the farthest centre. Take `argmin`, or correct a sign.
#
# -    chosen = jnp.argmin(near, axis=1)
# +    chosen = jnp.argmax(near, axis=1)

# %% wrong: product_once
# You subtracted the product once. Multiplied out, a square has it twice.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = (centres**2).sum(axis=1) - points @ centres.T

# %% wrong: product_added
# You added the product. The square of a difference has a minus in front of it: a large product
# means near.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = (centres**2).sum(axis=1) + 2 * points @ centres.T

# %% wrong: lengths_for_squares
# You took the lengths of the centres. Their *squared* lengths belong beside the product: no root.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = jnp.sqrt((centres**2).sum(axis=1)) - 2 * points @ centres.T

# %% wrong: centres_alone_forgotten
# Your points choose the centre with the largest product, and a centre far from zero wins only
# because it is far away. The centres' own squares belong to it.
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = -2 * points @ centres.T

# %% wrong: nothing_over_nothing
# A centre that no point chose has no mean: 0 / 0 is not a number (NaN). It stays where it is.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return chosen, mine.T @ points / count

# %% wrong: nobody_at_zero
# A centre that no point chose went to zero. It stays where it is.
#
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return chosen, means

# %% wrong: sums
# Your centres are sums. A mean is the sum over how many there are.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# +    means = mine.T @ points

# %% wrong: mean_of_all
# You divided by the number of all points. A centre's mean is over the points that chose it.
#
# -    means = mine.T @ points / jnp.maximum(count, 1)
# +    means = mine.T @ points / len(points)

# %% wrong: nobody_moved
# Your centres are where they were. Each moves to the mean of the points that chose it.
#
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return chosen, centres

# %% wrong: one_point_after_another
# Your values are right, but you take one point after another: each turn of your loop waits for the
# turn before it. Let the sums be a product: the table of who chose whom, transposed, times the
# points.
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

# %% wrong: centres_first
# You have the two the wrong way round: first the chosen numbers, then the new centres.
#
# -    return chosen, jnp.where(count > 0, means, centres)
# +    return jnp.where(count > 0, means, centres), chosen

# %% right: whole_distances
#
# -    near = (centres**2).sum(axis=1) - 2 * points @ centres.T
# +    near = (points**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)[None]
# +    near = near - 2 * jnp.einsum("nd,kd->nk", points, centres)

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


# %% right: one_point_at_heart
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
