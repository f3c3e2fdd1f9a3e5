# %% wrong: parts_of_trees
# You gave workers parts of trees in the forest. A worker grows whole ones, so the last round is not
# full and takes as long as the others: round up.
#
# -forest_ms = ceil(plan.trees / plan.workers) * tree
# +forest_ms = plan.trees / plan.workers * tree

# %% wrong: rounded_down
# You forgot the trees that are left over in the forest: round up.
#
# -forest_ms = ceil(plan.trees / plan.workers) * tree
# +forest_ms = plan.trees // plan.workers * tree

# %% wrong: all_of_it_shared
# You spread `plan.rest` among the workers as well. It takes the same time with any number of them.
#
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = alone / plan.workers

# %% wrong: rest_once_a_tree
# You counted `plan.rest` once for a boosted tree. It comes once for each level.
#
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = plan.trees * (plan.levels * plan.share / plan.workers + plan.rest)

# %% wrong: boosted_as_a_forest
# You grew boosted trees at the same time. Each waits for the tree before it.
#
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = ceil(plan.trees / plan.workers) * plan.levels * (plan.share + plan.rest)

# %% wrong: levels_side_by_side
# You let the levels of a boosted tree run at the same time. Each waits for the level above.
#
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = plan.trees * (plan.share / plan.workers + plan.rest)

# %% wrong: workers_share_the_forest
# You let all workers share each level of the forest. Here a worker grows whole trees by itself, and
# its levels take as long as on one worker.
#
# -forest_ms = ceil(plan.trees / plan.workers) * tree
# +forest_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)

# %% wrong: gain_of_these_workers
# You gave what boosting gains with `plan.workers` workers. The task asks for any number of workers:
# then `plan.share` becomes 0.
#
# -gain = (plan.share + plan.rest) / plan.rest
# +gain = alone / boosted_ms

# %% wrong: gain_over_the_share
# With more and more workers a level still takes `plan.rest`. With one worker it takes both parts,
# so the gain is `(share + rest) / rest`.
#
# -gain = (plan.share + plan.rest) / plan.rest
# +gain = plan.share / plan.rest

# %% wrong: forest_gain_of_these_workers
# You gave what the forest gains with `plan.workers` workers. With any number of them each tree has
# a worker of its own.
#
# -forest_gain = plan.trees
# +forest_gain = alone / forest_ms

# %% wrong: forest_gain_shared_as_well
# You let the workers share the levels of the forest's trees too. Here each grows whole trees, so
# the forest takes at least as long as one tree.
#
# -forest_gain = plan.trees
# +forest_gain = plan.trees * (plan.share + plan.rest) / plan.rest

# %% wrong: one_tree_alone
# `alone`: you gave one tree. The task asks for all of them.
#
# -forest_gain = plan.trees
# +forest_gain = plan.trees
# +alone = tree

# %% wrong: forest_gain_of_the_workers
# `forest_gain`: the number of workers is not limited to `plan.workers`. How many of them can grow
# a tree at the same time?
#
# -forest_gain = plan.trees
# +forest_gain = plan.workers


# %% wrong: gain_without_end
# `gain`: with more and more workers `plan.share` goes to 0, but `plan.rest` stays.
#
# -gain = (plan.share + plan.rest) / plan.rest
# +gain = float("inf")


# %% wrong: boosted_by_one_worker
# `boosted_ms`: the trees wait for one another, and still the workers spread `plan.share` of each
# level among them.
#
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = alone


# %% wrong: a_level_for_a_tree
# You let a tree take as long as one of its levels. It has `plan.levels` of them.
#
# -tree = plan.levels * (plan.share + plan.rest)
# +tree = plan.share + plan.rest
# -boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
# +boosted_ms = plan.trees * (plan.share / plan.workers + plan.rest)

# %% right: by_the_clock
level = plan.share + plan.rest
free = [0.0] * plan.workers
for _ in range(plan.trees):
    first = free.index(min(free))
    free[first] += plan.levels * level
forest_ms = max(free)
alone = plan.trees * plan.levels * level
boosted_ms = sum(plan.share / plan.workers + plan.rest for _ in range(plan.trees * plan.levels))
gain = alone / (plan.trees * plan.levels * plan.rest)
forest_gain = alone / (plan.levels * level)
