# ---
# title: Move a whole point cloud
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "Without the translation the answer would be `points @ matrix[:3, :3].T`. Why the `.T`?
#     Because the points are rows."
#   - "A translation becomes part of the product when every point gets a fourth coordinate that is
#     always 1."
#   - "Put a column of ones beside the points with `jnp.concatenate` (axis 1) or `jnp.pad`
#     (constant 1), multiply by `matrix.T`, and keep the first three columns."
# ---

# %% [markdown]
# Move every point of a cloud by one 4x4 matrix, all of them at once.
#
# A point `(x, y, z)` counts as `(x, y, z, 1)`. The top three rows of the matrix say where it
# goes: columns 0 to 2 turn and stretch it, column 3 shifts it. (The last row is `0 0 0 1` in
# graphics; you do not need it.) The points are the **rows** of `points`, because rows lie
# together in memory.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def move_points(matrix, points):
    """matrix: f32[4, 4], points: f32[n, 3] -> f32[n, 3]. Two or three lines."""
    ### BEGIN SOLUTION
    ones = jnp.ones((points.shape[0], 1), points.dtype)
    return (jnp.concatenate([points, ones], axis=1) @ matrix.T)[:, :3]
    ### END SOLUTION


# %% check
import numpy as np

check(
    move_points,
    spec=lambda matrix, points: np.array([(matrix @ [*point, 1])[:3] for point in points]),
    given="matrix: f32[4, 4], points: f32[n, 3]",
    # So many points that a Python loop over them is too long a program.
    budget=Budget(work=1.1, span=2, at={"n": 2048}),
)
