# %% wrong: equal_goes_right
# Your rows go right if the value equals the threshold, but they should go left. Use `>` instead of
# `>=`.
#
# -            right = row[features[node]] > thresholds[node]
# +            right = row[features[node]] >= thresholds[node]

# %% wrong: children_swapped
# Your rows go left where they should go right. A row with a greater value goes right, to `2 * node
# + 2`.
#
# -            right = row[features[node]] > thresholds[node]
# +            right = row[features[node]] <= thresholds[node]

# %% wrong: one_based_nodes
# You used `2 i` and `2 i + 1` as the children, as if the root were node 1. The root is node 0. Use
# `2 i + 1` and `2 i + 2`.
#
# -            node = 2 * node + 1 + right
# +            node = 2 * node + right

# %% wrong: fixed_levels
# You used a fixed number of levels. The number of levels follows from the shape of `features`:
# `features.shape[1].bit_length()`.
#
# -        for _ in range(q.bit_length()):
# +        for _ in range(3):


# %% wrong: leaf_index_not_shifted
# Your index is beyond the last leaf, so JAX returns the value of the last leaf. Leaves are numbered
# from 0, but their node numbers continue after those of the inner nodes. Convert the node number to
# a leaf number.
#
# -        return leaves[node - q]
# +        return leaves[node]

# %% wrong: one_step_per_node
# You made one step for each inner node. A row visits one node per level. Use the number of levels.
#
# -        for _ in range(q.bit_length()):
# +        for _ in range(q):

# %% wrong: threshold_by_feature
# You looked up the threshold by the index of the feature. A threshold belongs to a node. Use the
# node number.
#
# -            right = row[features[node]] > thresholds[node]
# +            right = row[features[node]] > thresholds[features[node]]

# %% wrong: mean_of_the_trees
# You returned the mean over the trees. The task asks for the sum over the trees.
#
# -    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
# +    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).mean())(rows)

# %% wrong: trees_not_summed
# You returned one value for each tree and row. Sum over the trees.
#
# -    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
# +    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row))(rows)


# %% wrong: one_tree_at_a_time
# Your values are right, but you process one tree after another. The trees are independent. Use
# `jax.vmap` over the trees.
#
# -    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
# +    def add(total, tree):
# +        return total + jax.vmap(lambda row: leaf(*tree, row))(rows), None
# +
# +    return jax.lax.scan(add, jnp.zeros(len(rows)), (features, thresholds, leaves))[0]


# %% wrong: one_row_at_a_time
# Your values are right, but you process one row after another. The rows are independent. Use
# `jax.vmap` over the rows.
#
# -    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
# +    return jax.lax.map(lambda row: of_all(features, thresholds, leaves, row).sum(), rows)


# %% wrong: both_subtrees_evaluated
# Your values are right, but you compute both subtrees of each node and then choose, so every leaf
# is looked up. Carry the node number, and look up one leaf at the end.
def forest(features, thresholds, leaves, rows):
    q = features.shape[1]

    def below(features, thresholds, leaves, row, node):
        if node >= q:
            return leaves[node - q]
        tree = features, thresholds, leaves, row
        right = row[features[node]] > thresholds[node]
        return jnp.where(right, below(*tree, 2 * node + 2), below(*tree, 2 * node + 1))

    def outputs(row):
        return jax.vmap(lambda *tree: below(*tree, row, 0))(features, thresholds, leaves).sum()

    return jax.vmap(outputs)(rows)


# %% right: tables_of_nodes
def forest(features, thresholds, leaves, rows):
    t, q = features.shape
    tree, row = jnp.arange(t)[None, :], jnp.arange(len(rows))[:, None]
    node = jnp.zeros((len(rows), t), jnp.int32)
    for _ in range(q.bit_length()):
        seen = rows[row, features[tree, node]]
        node = jnp.where(seen > thresholds[tree, node], 2 * node + 2, 2 * node + 1)
    return leaves[tree, node - q].sum(axis=1)


# %% right: along_an_axis
# Each of its look-ups asks as well whether a number lies inside the array: half as much work again.
def forest(features, thresholds, leaves, rows):
    def tree(features, thresholds, leaves):
        node = jnp.zeros(len(rows), jnp.int32)
        for _ in range(len(features).bit_length()):
            seen = jnp.take_along_axis(rows, features[node][:, None], axis=1)[:, 0]
            node = 2 * node + 1 + (seen > thresholds[node])
        return leaves[node - len(features)]

    return jax.vmap(tree)(features, thresholds, leaves).sum(axis=0)


# %% right: all_along_an_axis
# With two axes such a look-up asks this of both.
def forest(features, thresholds, leaves, rows):
    q = features.shape[1]
    node = jnp.zeros((len(features), len(rows)), jnp.int32)

    def down(node, _):
        asked = jnp.take_along_axis(features, node, axis=1)
        seen = rows[jnp.arange(len(rows)), asked]
        right = seen > jnp.take_along_axis(thresholds, node, axis=1)
        return 2 * node + 1 + right.astype(jnp.int32), None

    node, _ = jax.lax.scan(down, node, None, length=q.bit_length())
    return jnp.take_along_axis(leaves, node - q, axis=1).sum(axis=0)


# %% right: along_an_axis_of_the_rows
# All three of its look-ups ask this, and each question waits for the one before.
def forest(features, thresholds, leaves, rows):
    q = features.shape[1]
    node = jnp.zeros((len(features), len(rows)), jnp.int32)
    for _ in range(q.bit_length()):
        asked = jnp.take_along_axis(features, node, axis=1)
        seen = jnp.take_along_axis(rows.T, asked, axis=0)
        node = 2 * node + 1 + (seen > jnp.take_along_axis(thresholds, node, axis=1))
    return jnp.take_along_axis(leaves, node - q, axis=1).sum(axis=0)


# %% right: with_a_loop
# -        node = 0
# -        for _ in range(q.bit_length()):
# -            right = row[features[node]] > thresholds[node]
# -            node = 2 * node + 1 + right
# -        return leaves[node - q]
# +        def down(_, node):
# +            return 2 * node + 1 + (row[features[node]] > thresholds[node]).astype(jnp.int32)
# +
# +        return leaves[jax.lax.fori_loop(0, q.bit_length(), down, 0) - q]


# %% right: until_a_leaf
# -        node = 0
# -        for _ in range(q.bit_length()):
# -            right = row[features[node]] > thresholds[node]
# -            node = 2 * node + 1 + right
# -        return leaves[node - q]
# +        def down(node):
# +            return 2 * node + 1 + (row[features[node]] > thresholds[node])
# +
# +        return leaves[jax.lax.while_loop(lambda node: node < q, down, 0) - q]


# %% right: python_over_the_trees
# -    of_all = jax.vmap(leaf, in_axes=(0, 0, 0, None))
# -    return jax.vmap(lambda row: of_all(features, thresholds, leaves, row).sum())(rows)
# +    of_rows = jax.vmap(leaf, in_axes=(None, None, None, 0))
# +    outputs = [of_rows(*tree, rows) for tree in zip(features, thresholds, leaves)]
# +    return jnp.stack(outputs).sum(axis=0)
