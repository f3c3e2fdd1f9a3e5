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
