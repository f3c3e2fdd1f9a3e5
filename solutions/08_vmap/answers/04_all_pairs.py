# %% wrong: full_intermediate
# Your distances are right, but you store all `m n d` differences or products. (Nested `vmap` and
# broadcasting both store them.) Expand the square, so that the mixed term is a matrix product, `@`.
def all_pairs(points, centers):
    return ((points[:, None] - centers) ** 2).sum(axis=-1)


# %% wrong: points_and_places_swapped
# You swapped the rows and columns of the result: you returned a row for each center. The outer
# `vmap` creates the first axis, so map it over the points.
def all_pairs(points, centers):
    to_all_points = jax.vmap(squared, in_axes=(0, None))
    return jax.vmap(to_all_points, in_axes=(None, 0))(points, centers)


# %% wrong: mapped_pairwise
# You used one `vmap` over both arguments, which pairs the first point with the first center, and so
# on. Nest two calls of `vmap`: the inner one over the centers, the outer one over the points.
def all_pairs(points, centers):
    return jax.vmap(squared)(points, centers)


# %% wrong: cross_term_added
# You added the mixed term. The square of a *difference* contains minus twice the product.
def all_pairs(points, centers):
    return (points**2).sum(1)[:, None] + (centers**2).sum(1) + 2 * points @ centers.T


# %% wrong: cross_term_not_doubled
# You subtracted the product once. The expanded square contains twice the product.
def all_pairs(points, centers):
    return (points**2).sum(1)[:, None] + (centers**2).sum(1) - points @ centers.T


# %% wrong: square_root_taken
# You returned the distance. The task asks for the *squared* distance: leave out the square root.
def all_pairs(points, centers):
    return jnp.sqrt(((points[:, None] - centers) ** 2).sum(axis=-1))


# %% wrong: place_squares_forgotten
# You left out the squares of the centers. The expanded square has three terms.
def all_pairs(points, centers):
    return (points**2).sum(1)[:, None] - 2 * points @ centers.T


# %% wrong: three_products
# Your distances are right, but you compute three matrix products, although one is enough. Sum the
# squares once for each row: `(points**2).sum(axis=1)[:, None]` broadcasts over the centers.
def all_pairs(points, centers):
    squares = points**2 @ jnp.ones_like(centers).T + jnp.ones_like(points) @ (centers**2).T
    return squares - 2 * points @ centers.T


# %% right: with_a_product
def all_pairs(points, centers):
    squares = jnp.sum(points * points, axis=1)[:, None] + jnp.sum(centers * centers, axis=1)[None]
    return squares - 2 * (points @ centers.T)


# %% right: with_einsum
def all_pairs(points, centers):
    of_points = jnp.einsum("md,md->m", points, points)
    of_centers = jnp.einsum("nd,nd->n", centers, centers)
    both = jnp.einsum("md,nd->mn", points, centers)
    return of_points[:, None] - 2 * both + of_centers[None, :]


# %% right: nested_vmap
def all_pairs(points, centers):
    def apart(x, y, xx, yy):
        return xx + yy - 2 * jnp.dot(x, y)

    xx, yy = jax.vmap(jnp.dot)(points, points), jax.vmap(jnp.dot)(centers, centers)
    to_all = jax.vmap(apart, in_axes=(None, 0, None, 0))
    return jax.vmap(to_all, in_axes=(0, None, 0, None))(points, centers, xx, yy)


# %% right: squares_of_norms
def all_pairs(points, centers):
    of_points = jnp.linalg.norm(points, axis=1, keepdims=True) ** 2
    of_centers = jnp.linalg.norm(centers, axis=1) ** 2
    return of_points + of_centers - 2 * jnp.inner(points, centers)


# %% right: coordinate_by_coordinate
def all_pairs(points, centers):
    def add(i, total):
        return total + (points[:, i, None] - centers[:, i]) ** 2

    return jax.lax.fori_loop(0, points.shape[1], add, jnp.zeros((len(points), len(centers))))
