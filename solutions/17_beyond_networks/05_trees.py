# ---
# title: Evaluate a forest of decision trees
# kind: program
# points: 3
# minutes: 15
# hints:
#   - "Write it for one tree and one row. Which two look-ups describe the test at a node, and how do
#     you compute the number of the next node without a branch?"
#   - "`node = 2 * node + 1 + (row[features[node]] > thresholds[node])`, once per level of the tree.
#     The number of levels follows from the number of leaves, which is a shape, so use a Python
#     loop."
#   - "The leaf is `leaves[node - q]`. Use `jax.vmap` over the trees, with `in_axes=(0, 0, 0,
#     None)`, a second `jax.vmap` over the rows, and a sum over the trees."
# ---

# %% [markdown]
# Evaluate a forest of decision trees: return for each row of `rows` the sum of the leaves that it
# reaches, one in each tree.
#
# - All trees are complete, with `q` inner nodes and `q + 1` leaves, where `q` is 1, 3, 7, 15 and so
#   on. The inner nodes are numbered from 0 to `q - 1`, and node 0 is the root.
# - At node `i` of tree `t`, a row goes right, to node `2 i + 2`, if its value with index
#   `features[t, i]` is greater than `thresholds[t, i]`. Otherwise, also if both are equal, it goes
#   left, to node `2 i + 1`.
# - A node with a number of `q` or more is a leaf. Its value is `leaves[t, number - q]`.
#
# For example, a tree with one inner node has the leaves `[5, 7]`. If its threshold is 2, a row
# whose value is 3 reaches the leaf 7, and a row whose value is 2 reaches the leaf 5.
#
# Process all trees and all rows in parallel. A row makes one comparison per level. The number of
# levels follows from `q`, so the loop need not test whether a node is a leaf. The check counts two
# costs for 12 trees with 255 inner nodes and 16 rows:
#
# - The work may be at most 44,900 operations, six times that of our solution.
# - The span (longest chain of dependent operations) may be at most 157, 4.5 times that of our
#   solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def forest(features, thresholds, leaves, rows):
    """features: i32[t, q], thresholds: f32[t, q], leaves: f32[t, q + 1], rows: f32[n, f]
    -> f32[n]. Eight to ten lines."""

    ### BEGIN SOLUTION
    q = features.shape[1]

    def leaf(features, thresholds, leaves, row):
        node = 0
        for _ in range(q.bit_length()):
            right = row[features[node]] > thresholds[node]
            node = 2 * node + 1 + right
        return leaves[node - q]

    of_all = jax.vmap(leaf, in_axes=(0, 0, 0, None))
    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
    ### END SOLUTION


# %% check
import numpy as np


def plain(features, thresholds, leaves, rows):
    outputs, q = np.zeros(len(rows)), features.shape[1]
    for n, t in np.ndindex(len(rows), len(features)):
        node = 0
        while node < q:
            node = 2 * node + 1 + (rows[n, features[t, node]] > thresholds[t, node])
        outputs[n] += leaves[t, node - q]
    return outputs


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
