# %% wrong: the_cube
# Your distances are right, but you make a cube: all `m n d` differences, or products, stand side by
# side before the first is added up. (Nested `vmap` and broadcasting make the same one.) Multiply
# the square out; the part that needs both is then a product, `@`.
def all_pairs(points, places):
    return ((points[:, None] - places) ** 2).sum(axis=-1)


# %% wrong: points_and_places_swapped
# Rows and columns of your result are swapped: you have a row for each place. The outer `vmap` makes
# the first axis, and it should go over the points.
def all_pairs(points, places):
    to_all_points = jax.vmap(squared, in_axes=(0, None))
    return jax.vmap(to_all_points, in_axes=(None, 0))(points, places)


# %% wrong: side_by_side_only
# One `vmap` over both pairs the first point with the first place, the second with the second. For
# all pairs nest two: one over the places, around it one over the points.
def all_pairs(points, places):
    return jax.vmap(squared)(points, places)


# %% wrong: products_added
# The product has the wrong sign: in the square of a *difference* twice the product is subtracted.
def all_pairs(points, places):
    return (points**2).sum(1)[:, None] + (places**2).sum(1) + 2 * points @ places.T


# %% wrong: product_once
# You subtracted the product once. Multiplied out, a square has it twice.
def all_pairs(points, places):
    return (points**2).sum(1)[:, None] + (places**2).sum(1) - points @ places.T


# %% wrong: took_the_root
# Right, except for the root: the *squared* distance is asked for.
def all_pairs(points, places):
    return jnp.sqrt(((points[:, None] - places) ** 2).sum(axis=-1))


# %% wrong: place_alone_forgotten
# You left the places' own squares out: all three parts of the square are needed.
def all_pairs(points, places):
    return (points**2).sum(1)[:, None] - 2 * points @ places.T


# %% wrong: three_products
# Right, but with three products where one is enough: the squares of a row are summed up once for
# it, not once for every pair. `(points**2).sum(axis=1)[:, None]` stands beside each place by
# itself.
def all_pairs(points, places):
    squares = points**2 @ jnp.ones_like(places).T + jnp.ones_like(points) @ (places**2).T
    return squares - 2 * points @ places.T


# %% right: with_a_product
def all_pairs(points, places):
    squares = jnp.sum(points * points, axis=1)[:, None] + jnp.sum(places * places, axis=1)[None]
    return squares - 2 * (points @ places.T)


# %% right: with_einsum
def all_pairs(points, places):
    of_points = jnp.einsum("md,md->m", points, points)
    of_places = jnp.einsum("nd,nd->n", places, places)
    both = jnp.einsum("md,nd->mn", points, places)
    return of_points[:, None] - 2 * both + of_places[None, :]


# %% right: one_pair_at_heart
def all_pairs(points, places):
    def apart(x, y, xx, yy):
        return xx + yy - 2 * jnp.dot(x, y)

    xx, yy = jax.vmap(jnp.dot)(points, points), jax.vmap(jnp.dot)(places, places)
    to_all = jax.vmap(apart, in_axes=(None, 0, None, 0))
    return jax.vmap(to_all, in_axes=(0, None, 0, None))(points, places, xx, yy)


# %% right: squares_of_norms
def all_pairs(points, places):
    of_points = jnp.linalg.norm(points, axis=1, keepdims=True) ** 2
    of_places = jnp.linalg.norm(places, axis=1) ** 2
    return of_points + of_places - 2 * jnp.inner(points, places)


# %% right: coordinate_by_coordinate
def all_pairs(points, places):
    def add(i, total):
        return total + (points[:, i, None] - places[:, i]) ** 2

    return jax.lax.fori_loop(0, points.shape[1], add, jnp.zeros((len(points), len(places))))
