# %% wrong: forgot_translation
# You turned the points and did not shift them. Column 3 of the matrix holds the shift; it joins
# the product when every point gets a fourth coordinate, 1. (With a fourth coordinate 0 you get
# *directions*, which turn and do not shift.)
def move_points(matrix, points):
    return points @ matrix[:3, :3].T


# %% wrong: not_transposed
# The matrix was meant for points that stand as columns; yours are rows.
# `points @ matrix` mixes up the rows and columns of the matrix: use its transpose.
def move_points(matrix, points):
    ones = jnp.ones((points.shape[0], 1), points.dtype)
    return (jnp.concatenate([points, ones], axis=1) @ matrix)[:, :3]


# %% wrong: turned_the_other_way
# You shifted them right and turned them the other way: your points are rows, so the turn is
# `points @ matrix[:3, :3].T`, with the transpose.
def move_points(matrix, points):
    return points @ matrix[:3, :3] + matrix[:3, 3]


# %% wrong: shift_from_last_row
# You took the shift from row 3. Some graphics books keep it there (for points as rows and no
# transpose); here it is column 3, `matrix[:3, 3]`.
def move_points(matrix, points):
    return points @ matrix[:3, :3].T + matrix[3, :3]


# %% wrong: one_point_at_a_time
# Your values are right, but you take one point after another: each step of your loop waits for the
# step before, although no point needs another. One product moves them all.
def move_points(matrix, points):
    return jax.lax.map(lambda point: matrix[:3, :3] @ point + matrix[:3, 3], points)


# %% wrong: list_of_rows
# You returned a list of points where one array was asked. No loop is needed; and where one is, many
# rows become an array with `jax.vmap` or `jnp.stack`.
def move_points(matrix, points):
    return [matrix[:3, :3] @ point + matrix[:3, 3] for point in points]


# %% wrong: shifted_first
# You shifted the points before you turned them, so the shift was turned as well. Turn first.
def move_points(matrix, points):
    return (points + matrix[:3, 3]) @ matrix[:3, :3].T


# %% wrong: one_in_front
# You put the 1 in front of the point. It is the last coordinate: column 3 of the matrix waits for
# it.
def move_points(matrix, points):
    ones = jnp.ones((points.shape[0], 1), points.dtype)
    return (jnp.concatenate([ones, points], axis=1) @ matrix.T)[:, :3]


# %% wrong: three_coordinates
# The matrix waits for four coordinates, and your points have three. The fourth is a 1 beside each
# point, one more *column*. (Ones that are put below the points are one more row.)
def move_points(matrix, points):
    return points @ matrix.T


# %% wrong: matrix_in_front
# The matrix stands in front of the points, where it waits for points that are columns. Yours are
# rows, so they stand on the left, and the matrix is turned over.
def move_points(matrix, points):
    ones = jnp.ones((points.shape[0], 1), points.dtype)
    return (matrix @ jnp.concatenate([points, ones], axis=1))[:, :3]


# %% wrong: fourth_one_kept
# The points came back with their fourth coordinate. It was there only for the product: keep the
# first three.
def move_points(matrix, points):
    ones = jnp.ones((points.shape[0], 1), points.dtype)
    return jnp.concatenate([points, ones], axis=1) @ matrix.T


# %% right: turn_then_shift
def move_points(matrix, points):
    return points @ matrix[:3, :3].T + matrix[:3, 3]


# %% right: with_einsum
def move_points(matrix, points):
    padded = jnp.pad(points, ((0, 0), (0, 1)), constant_values=1)
    return jnp.einsum("ij,nj->ni", matrix[:3], padded)


# %% right: with_vmap
def move_points(matrix, points):
    return jax.vmap(lambda point: matrix[:3, :3] @ point + matrix[:3, 3])(points)


# %% right: points_as_columns
def move_points(matrix, points):
    turn, shift = matrix[:3, :3], matrix[:3, 3:]
    return jnp.transpose(jnp.matmul(turn, points.T) + shift)


# %% right: coordinate_by_coordinate
def move_points(matrix, points):
    x, y, z = points[:, 0], points[:, 1], points[:, 2]
    moved = [row[0] * x + row[1] * y + row[2] * z + row[3] for row in matrix[:3]]
    return jnp.stack(moved, axis=1)
