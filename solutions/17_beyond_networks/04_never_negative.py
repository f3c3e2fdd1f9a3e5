# ---
# title: "Fix: neighbours far from zero"
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "How large is the square of a point whose numbers are near 1,000, and how far apart do float32
#     numbers lie there? Does a distance change if all points move by the same?"
#   - "First subtract one place, the mean for example, from all points. What should be 0 may still
#     come out slightly below 0: `jnp.maximum(..., 0)`."
#   - "`points = points - points.mean(axis=0)` as the first line, and at the end
#     `jnp.maximum(squares.min(axis=1), 0)`."
# choices:
#   "points - points.mean(axis=0)":
#     distances stay, whatever is subtracted from all, and mirrored too
#   "jnp.eye(len(points), dtype=bool)": "`where` takes 1 and 0 for truths"
#   "jnp.argmin(squares, axis=1)": the table is the same when its sides change places
#   "squares.min(axis=1)": as for `argmin`
# ---

# %% [markdown]
# Rewrite `nearest_off` so that it finds the right neighbours far from zero, still by one product.
#
# For each point it gives the number of the nearest *other* point, int32, and the squared distance
# to it. All numbers lie between 1000 and 1001, and some points are there twice. The answer is
# right if no squared distance is below zero; each is within 0.001 of the true one, for the point
# that is named; and no other point is nearer by more than 0.001 (squared). Where several are, any
# may be named.
#
# The check counts operations (work) and operations in a row (span; no point waits for another),
# and limits the largest array: not all `n n d` differences side by side.

# %% given
import jax
import jax.numpy as jnp


def nearest_off(points):
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
        return "there is no point of that number"
    named = true[np.arange(len(true)), number.astype(int)]
    if not np.isfinite(named).all():
        return "a point is no neighbour of its own"
    if not (squared >= 0).all():
        return "no squared distance may be below zero"
    if not (np.abs(squared - named) <= 1e-3).all():
        return "a squared distance is to be within 0.001 of the true one to the point named"
    if not (named <= true.min(axis=1) + 1e-3).all():
        return "a nearer point is not to be passed over"
    return True


def far_from_zero(draw):
    n, d = draw.each([(64, 24), (2, 1), (30, 3), (96, 16), (41, 2), (64, 32)])
    twins = draw.each([True, False, False, True])

    def with_twins(drawn):
        """Each point of the first half once more."""
        if twins:
            drawn[len(drawn) // 2 :] = drawn[: len(drawn) - len(drawn) // 2]
        return drawn

    return (draw.array("f32", (n, d), 1000.0, 1001.0, then=with_twins),)


check(nearest, law=neighbours, given=far_from_zero, budget=Budget(work=1.6, span=3, largest=2))
