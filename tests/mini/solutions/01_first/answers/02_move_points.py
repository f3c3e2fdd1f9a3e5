# %% wrong: forgot_translation
# You turned the points, and did not move them: the last column is missing.
def move_points(matrix, points):
    return points @ matrix[:3, :3].T


# %% wrong: not_transposed
# The rows of the matrix belong to the result: transpose it.
#
# -    return points @ matrix[:3, :3].T + matrix[:3, 3]
# +    return points @ matrix[:3, :3] + matrix[:3, 3]


# %% wrong: moved_twice
# Right values, twice the work: one product is enough.
def move_points(matrix, points):
    turned = points @ matrix[:3, :3].T
    again = (2 * points) @ matrix[:3, :3].T
    return again - turned + matrix[:3, 3]


# %% right: with_einsum
def move_points(matrix, points):
    return jnp.einsum("nj,ij->ni", points, matrix[:3, :3]) + matrix[:3, 3]


# %% right: with_vmap
def move_points(matrix, points):
    return jax.vmap(lambda point: matrix[:3, :3] @ point + matrix[:3, 3])(points)
