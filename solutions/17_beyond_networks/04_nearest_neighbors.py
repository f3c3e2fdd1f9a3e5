# ---
# title: "Fix: nearest neighbours far from zero"
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "How large is the square of a point whose coordinates are near 1,000, and how far apart are
#     float32 values of that size? Do distances change if all points move by the same amount?"
#   - "First subtract one point, for example the mean, from all points. A distance that should be 0
#     may still be slightly below 0: `jnp.maximum(..., 0)`."
#   - "`points = points - points.mean(axis=0)` as the first line, and at the end
#     `jnp.maximum(squares.min(axis=1), 0)`."
# choices:
#   "points - points.mean(axis=0)":
#     distances do not change if all points are shifted or mirrored
#   "jnp.eye(len(points), dtype=bool)": "`where` accepts 1 and 0 as booleans"
#   "jnp.argmin(squares, axis=1)": the matrix is symmetric
#   "squares.min(axis=1)": as for `argmin`
# ---

# %% [markdown]
# Rewrite `nearest_inaccurate` as `nearest`, which finds the right neighbours also for points far
# from zero. Keep the single matrix product.
#
# Return two arrays: for each point, the index of the nearest *other* point, int32, and the squared
# distance to it. All coordinates are between 1000 and 1001, and some points occur twice. The answer
# is right if
#
# - no squared distance is below zero,
# - each squared distance is within 0.001 of the true one for the returned index, and
# - no other point is nearer by more than 0.001 (squared distance). If several points qualify,
#   return any of them.
#
# The check counts three costs for `n = 64` points with `d = 32` coordinates:
#
# - The work may be at most 481,800 operations, 1.6 times that of our solution.
# - The span (longest chain of dependent operations) may be at most 72, three times that of our
#   solution. Process the points in parallel.
# - No intermediate array may have more than `2 * n * n` elements: do not create an array of all
#   `n n d` differences.

# %% given
import jax
import jax.numpy as jnp


def nearest_inaccurate(points):
    lengths = (points**2).sum(axis=1)
    squares = lengths[:, None] + lengths - 2 * points @ points.T
    squares = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, squares)
    return jnp.argmin(squares, axis=1), squares.min(axis=1)


# %% answer
def nearest(points):
    """points: f32[n, d], n at least 2 -> (i32[n], f32[n]). Five or six lines."""
    ### BEGIN SOLUTION
    points = points - points.mean(axis=0)
    lengths = (points**2).sum(axis=1)
    squares = lengths[:, None] + lengths - 2 * points @ points.T
    squares = jnp.where(jnp.eye(len(points), dtype=bool), jnp.inf, squares)
    return jnp.argmin(squares, axis=1), jnp.maximum(squares.min(axis=1), 0)
    ### END SOLUTION


# %% check
import numpy as np


def neighbours(output, points):
    number, squared = (np.asarray(each) for each in output)
    true = ((points[:, None] - points) ** 2).sum(axis=2)
    np.fill_diagonal(true, np.inf)
    if not ((number >= 0) & (number < len(points))).all():
        return "each index must belong to a point"
    named = true[np.arange(len(true)), number.astype(int)]
    if not np.isfinite(named).all():
        return "a point must not be its own neighbour"
    if not (squared >= 0).all():
        return "no squared distance may be below zero"
    if not (np.abs(squared - named) <= 1e-3).all():
        return "each squared distance must be within 0.001 of the true one for the returned index"
    if not (named <= true.min(axis=1) + 1e-3).all():
        return "no other point may be nearer"
    return True


def far_from_zero(draw):
    n, d = draw.each([(64, 24), (2, 1), (4, 128), (96, 16), (41, 2), (64, 32)])
    twins = draw.each([True, False, False, True])

    def with_twins(drawn):
        """Repeat each point of the first half."""
        if twins:
            drawn[len(drawn) // 2 :] = drawn[: len(drawn) - len(drawn) // 2]
        return drawn

    return (draw.array("f32", (n, d), 1000.0, 1001.0, then=with_twins),)


check(nearest, law=neighbours, given=far_from_zero, budget=Budget(work=1.6, span=3, largest=2))
