# ---
# title: A forest, a chain, and many workers
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "What waits for what? A forest's trees wait for nothing, so a worker may grow a whole one; a
#     boosted tree waits for the tree before it, so the workers have to share each level."
#   - "Workers get whole trees: some worker grows `trees / workers` of them, rounded up. In
#     boosting a level takes `share / workers + rest`, as often as there are levels in all trees."
#   - "With more and more workers only `rest` is left of a boosted level, and one tree of a forest:
#     `gain = (share + rest) / rest` and `forest_gain = trees`."
# ---

# %% [markdown]
# Predict how long a forest and a boosted row of trees take on many workers, and what any number of
# workers could gain.
#
# Both have `plan.trees` trees of `plan.levels` levels. On one worker a level of a tree takes
# `plan.share + plan.rest` milliseconds. The part `plan.share` is work on rows: several workers
# spread it evenly among them. The part `plan.rest` is no shorter with any number of workers. The
# figures are drawn for you.
#
# In the forest each worker grows whole trees by itself, one after another, until all are grown. In
# boosting each tree waits for the tree before it, and each level for the level above; all
# `plan.workers` workers share every level.
#
# | name | what |
# |---|---|
# | `alone` | milliseconds of either, on one worker |
# | `forest_ms` | milliseconds of the forest on `plan.workers` workers |
# | `boosted_ms` | milliseconds of boosting on `plan.workers` workers |
# | `gain` | how many times as fast as alone boosting can become with any number of workers |
# | `forest_gain` | the same for the forest, with any number of workers |

# %% given
plan = figures(
    "trees: int in 205..240, levels: int in 6..9, workers: 64 | 96, "
    "share: 30.0..50.0, rest: 1.0..2.0"
)
plan

# %% answer
# Five numbers. The figures above are `plan.trees`, `plan.levels` and so on.
### BEGIN SOLUTION
from math import ceil

tree = plan.levels * (plan.share + plan.rest)
alone = plan.trees * tree
forest_ms = ceil(plan.trees / plan.workers) * tree
boosted_ms = plan.trees * plan.levels * (plan.share / plan.workers + plan.rest)
gain = (plan.share + plan.rest) / plan.rest
forest_gain = plan.trees
### END SOLUTION

# %% check
check(
    alone=alone,
    forest_ms=forest_ms,
    boosted_ms=boosted_ms,
    gain=gain,
    forest_gain=forest_gain,
    tolerance=0.001,
)
