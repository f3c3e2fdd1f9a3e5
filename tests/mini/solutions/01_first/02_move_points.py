# ---
# title: "Move every point: one product"
# kind: program
# points: 4
# minutes: 10
# star: true
# hints:
#   - A 4x4 matrix is a 3x3 matrix and a translation.
#   - One product moves all points; no loop is needed.
#   - "`points @ matrix[:3, :3].T` turns; what is still to be added?"
# choices:
#   "matrix[:3, 3]": JAX reads the last column where a number lies behind it
# ---

# %% [markdown]
# Move every point by the matrix.
#
# One product is enough.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def move_points(matrix, points):
    """matrix: f32[4, 4], points: f32[n, 3] -> f32[n, 3]."""
    ### BEGIN SOLUTION
    return points @ matrix[:3, :3].T + matrix[:3, 3]
    ### END SOLUTION


# %% check
import numpy as np

check(
    move_points,
    spec=lambda matrix, points: np.dot(points, matrix[:3, :3].T) + matrix[:3, 3],
    given="matrix: f32[4, 4], points: f32[n, 3], n in 0..128",
    budget=Budget(work=1.5, largest=2),
)


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
