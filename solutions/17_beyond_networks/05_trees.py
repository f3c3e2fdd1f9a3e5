# ---
# title: A forest of look-ups
# kind: program
# points: 3
# minutes: 15
# hints:
#   - "Write it for one tree and one row: from a node, which two look-ups say what to ask, and how
#     do you get the number of the next node without a branch?"
#   - "`node = 2 * node + 1 + (row[features[node]] > thresholds[node])`, as often as the tree has
#     levels. The number of leaves says how many levels that are: it is a shape, so the loop is
#     Python's."
#   - "The leaf is `leaves[node - q]`. Then `jax.vmap` over the trees, with `in_axes=(0, 0, 0,
#     None)`, around it `jax.vmap` over the rows, and a sum over the trees."
# ---

# %% [markdown]
# Give what a forest says of each row: the sum of the leaves that the row reaches in its trees.
#
# All trees are filled up, with `q` inner nodes, `q` being 1, 3, 7, 15 and so on, and `q + 1`
# leaves. The inner nodes have the numbers 0 to `q - 1`, and 0 is the root. Node `i` of tree `t`
# asks whether number `features[t, i]` of the row is greater than `thresholds[t, i]`. Then the row
# goes right, to `2 i + 2`; else, also where the two are equal, left, to `2 i + 1`. A number from
# `q` on is a leaf: its value is `leaves[t, number - q]`.
#
# The check counts operations (work) and operations in a row (span): a row asks one question on each
# level, and no tree and no row waits for another.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def forest(features, thresholds, leaves, rows):
    """features: i32[t, q], thresholds: f32[t, q], leaves: f32[t, q + 1], rows: f32[n, f]
    -> f32[n]. Eight to ten lines."""

    ### BEGIN SOLUTION
    q = features.shape[1]

    def reached(features, thresholds, leaves, row):
        node = 0
        for _ in range(q.bit_length()):
            right = row[features[node]] > thresholds[node]
            node = 2 * node + 1 + right
        return leaves[node - q]

    of_all = jax.vmap(reached, in_axes=(0, 0, 0, None))
    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
    ### END SOLUTION


# %% check
import numpy as np


def plain(features, thresholds, leaves, rows):
    said, q = np.zeros(len(rows)), features.shape[1]
    for n, t in np.ndindex(len(rows), len(features)):
        node = 0
        while node < q:
            node = 2 * node + 1 + (rows[n, features[t, node]] > thresholds[t, node])
        said[n] += leaves[t, node - q]
    return said


def grown(draw):
    sizes = [(3, 3, 5, 4), (1, 1, 1, 1), (4, 2, 7, 1), (2, 5, 9, 2), (1, 4, 12, 3), (8, 12, 16, 6)]
    depth, t, n, f = draw.each(sizes)
    q = 2**depth - 1
    return (
        draw.array("i32", (t, q), 0, f - 1),
        draw.array("f32", (t, q), -2, 2),
        draw.array("f32", (t, q + 1), -9, 9),
        draw.array("f32", (n, f), -3, 3),
    )


check(forest, spec=plain, given=grown, budget=Budget(work=6, span=4.5))
