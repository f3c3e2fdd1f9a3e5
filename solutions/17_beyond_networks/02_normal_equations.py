# ---
# title: Write a regression as two products
# kind: program
# points: 1
# minutes: 10
# hints:
#   - "Which of the two sums over rows is a matrix, and which is a vector? Write both with `@`,
#     first without weights."
#   - "A weight belongs to a row. Multiply the rows by it once, on one side: `weights[:, None] * x`,
#     f32[n, d]. The matrix with the weights on its diagonal is `n` by `n`, nearly all zeros."
#   - "`weighted = weights[:, None] * x`. Then `weighted.T @ x + ridge * jnp.eye(d)` and `weighted.T
#     @ y`."
# ---

# %% [markdown]
# Compute the matrix and the right-hand side of the normal equations of a weighted ridge regression,
# with matrix products.
#
# The regression finds the coefficients `b` that minimise the sum over all rows `i` of
# `weights[i] * (x[i] @ b - y[i]) ** 2`, plus `ridge` times the sum of the squares of `b`. They
# solve `A @ b = r`:
#
# - `A[j, k]` is the sum over the rows of `weights[i] * x[i, j] * x[i, k]`, with `ridge` added on
#   the diagonal.
# - `r[j]` is the sum over the rows of `weights[i] * x[i, j] * y[i]`.
#
# Return `A` and `r`. Do not solve the equations. For example, `x = [[1, 2]]`, `y = [5]` and
# `weights = [3]` with a ridge of 1 give `[[4, 6], [6, 13]]` and `[15, 30]`.
#
# There are far more rows than columns. The check counts three costs for `n = 96` and `d = 8`:
#
# - The work may be at most 22,300 operations, 1.5 times that of our solution.
# - No intermediate array may have more than `2 * n * d` elements, twice `x`: do not create one of
#   `n` by `n` or `n` by `d` by `d`.
# - The span (longest chain of dependent operations) may be at most 40, four times that of our
#   solution. Process the rows in parallel.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def normal_equations(x, y, weights, ridge):
    """x: f32[n, d], y: f32[n], weights: f32[n], ridge: f32[] -> (f32[d, d], f32[d]). Two or three
    lines."""
    ### BEGIN SOLUTION
    weighted = weights[:, None] * x
    return weighted.T @ x + ridge * jnp.eye(x.shape[1]), weighted.T @ y
    ### END SOLUTION


# %% check
import numpy as np


def plain(x, y, weights, ridge):
    a = np.einsum("i,ij,ik->jk", weights, x, x) + ridge * np.eye(x.shape[1])
    return a, np.einsum("i,ij,i->j", weights, x, y)


check(
    normal_equations,
    spec=plain,
    given="x: f32[n, d] in -3..3, y: f32[n] in -3..3, weights: f32[n] in 0..3, "
    "ridge: f32[] in 1..4, n in 1..96, d in 1..12",
    tolerance=1e-5,
    budget=Budget(work=1.5, largest=2, span=4, at={"n": 96, "d": 8}),
)
