# ---
# title: Write a step of k-means with products
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "To find the nearest centre, you need not know its distance. Which part of the expanded square
#     is the same for all centres of one point?"
#   - "The sums of the points of each centre are a product as well: a matrix with a 1 where point
#     `i` chose centre `j`, transposed, times the points."
#   - "`chosen = jnp.argmin((centres**2).sum(axis=1) - 2 * points @ centres.T, axis=1)`, `mine =
#     (chosen[:, None] == jnp.arange(k)).astype(jnp.float32)`, then `mine.T @ points` divided by
#     `mine.sum(axis=0)`, and `jnp.where` for centres without points."
# choices:
#   "(chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)":
#     booleans are multiplied and added like 1 and 0
#   "jnp.maximum(count, 1)": the mean of a centre without points is not used
# ---

# %% [markdown]
# Perform one step of k-means with matrix products: assign each point to its nearest centre, and
# move each centre to the mean of its points.
#
# - If several centres are equally near, the point is assigned to the one with the smallest index.
# - A centre without points does not move.
# - Return the index of each point's centre, int32, and the new centres.
#
# For example, the points `[[0], [1], [10]]` and the centres `[[0], [8]]` give the indices
# `[0, 0, 1]` and the new centres `[[0.5], [10]]`.
#
# All input values are small integers, so squares and products are exact and equal distances compare
# as equal. Do not subtract a mean first: that rounds the values, and equal distances may then
# differ.
#
# The check counts three costs for `n = 64` points, `k = 16` centres and `d = 12`:
#
# - The work may be at most 89,300 operations, 1.6 times that of our solution.
# - The span (longest chain of dependent operations) may be at most 66, three times that of our
#   solution.
# - No intermediate array may have more than `2 * n * k` elements: do not create an array of all
#   `n k d` differences.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def kmeans_step(points, centres):
    """points: f32[n, d], centres: f32[k, d] -> (i32[n], f32[k, d]). Five or six lines."""
    ### BEGIN SOLUTION
    nearest = (centres**2).sum(axis=1) - 2 * points @ centres.T
    chosen = jnp.argmin(nearest, axis=1)
    mine = (chosen[:, None] == jnp.arange(len(centres))).astype(jnp.float32)
    count = mine.sum(axis=0)[:, None]
    means = mine.T @ points / jnp.maximum(count, 1)
    return chosen, jnp.where(count > 0, means, centres)
    ### END SOLUTION


# %% check
def plain(points, centres):
    squares = ((points[:, None] - centres) ** 2).sum(axis=2)
    chosen = squares.argmin(axis=1)
    moved = centres.copy()
    for j in range(len(centres)):
        if (chosen == j).any():
            moved[j] = points[chosen == j].mean(axis=0)
    return chosen, moved


def inputs(draw):
    # One of each; more centres than points; one dimension, where ties are frequent.
    n, k, d = draw.each([(40, 5, 1), (1, 1, 1), (64, 12, 8), (3, 6, 2), (61, 12, 2), (64, 16, 12)])
    twice = draw.each([True, False, False, True, False, False])

    def with_a_twin(drawn):
        """Make the last centre equal to the first, so that no point is assigned to it."""
        if twice:
            drawn[-1] = drawn[0]
        return drawn

    return (
        draw.array("f32", (n, d), -4, 4),
        draw.array("f32", (k, d), -4, 4, then=with_a_twin),
    )


check(
    kmeans_step,
    spec=plain,
    given=inputs,
    tolerance=1e-5,
    budget=Budget(work=1.6, largest=2, span=3),
)
