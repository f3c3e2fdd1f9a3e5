# ---
# title: The fewest lanes that are in time
# kind: function
# points: 2
# minutes: 15
# star: true
# hints:
#   - "How many steps does one level of `w` operations take on `p` lanes? Try 5 operations on 2
#     lanes by hand."
#   - "A level takes `w / p` steps, rounded up, and the next level cannot begin before it is done.
#     More lanes never take longer, so try one lane, two lanes, and so on."
#   - "`sum(-(-w // p) for w in levels)` is the number of steps on `p` lanes. No number of lanes
#     makes it smaller than `len(levels)`: what is the answer if `deadline` is?"
# ---

# %% [markdown]
# Find the smallest number of lanes that carries out a program within a deadline, or 0 if no
# number of lanes does.
#
# A program is a list of levels: `levels[i]` is the number of operations that can go on at the
# same time once level `i - 1` is done. A lane does one operation in one step. So
# `[4, 2, 1]`, a sum of eight numbers, takes 7 steps on one lane, 4 on two and 3 on four. Brent's
# bound says about how many lanes you need; here you find out exactly.

# %% answer
def fewest_lanes(levels, deadline):
    """([4, 2, 1], 4) -> 2. Three to six lines."""
    ### BEGIN SOLUTION
    if deadline < len(levels):
        return 0
    lanes = 1
    while sum(-(-width // lanes) for width in levels) > deadline:
        lanes += 1
    return lanes
    ### END SOLUTION


# %% check
def program(draw):
    levels = [draw.int(1, 12) for _ in range(draw.int(1, 6))]
    slack = draw.pick([0, 0, 1, 2, 4, 9, -1])
    return levels, max(len(levels) + slack, 0)


check(fewest_lanes, given=program)


# %% wrong: work_alone
# You divided the work by the deadline. That would do if nothing waited: but a level that does not
# fill its lanes wastes the rest of them, and the next level cannot begin early.
def fewest_lanes(levels, deadline):
    if deadline < len(levels):
        return 0
    return -(-sum(levels) // deadline)


# %% wrong: brents_bound
# You asked Brent's bound, work / lanes + span, to be within the deadline. It is a promise, not
# the time itself: a program may be done earlier, with fewer lanes. Count the steps level by
# level.
def fewest_lanes(levels, deadline):
    if deadline < len(levels):
        return 0
    for lanes in range(1, max(levels) + 1):
        if sum(levels) / lanes + len(levels) <= deadline:
            return lanes
    return max(levels)


# %% wrong: widest_level
# With as many lanes as the widest level has operations you are never late, if anybody can be in
# time. Often fewer are enough.
def fewest_lanes(levels, deadline):
    return max(levels) if deadline >= len(levels) else 0


# %% wrong: never_too_late
# One answer is missing: a deadline shorter than the chain of levels. No number of lanes meets it,
# and 0 says so.
def fewest_lanes(levels, deadline):
    for lanes in range(1, max(levels) + 1):
        if sum(-(-width // lanes) for width in levels) <= deadline:
            return lanes
    return max(levels)


# %% wrong: rounded_down
# You rounded down. Five operations on two lanes take three steps: in the last one a lane is idle,
# and the step still counts.
def fewest_lanes(levels, deadline):
    if deadline < len(levels):
        return 0
    lanes = 1
    while sum(max(width // lanes, 1) for width in levels) > deadline:
        lanes += 1
    return lanes


# %% right: from_above
def fewest_lanes(levels, deadline):
    best = 0
    for lanes in range(max(levels), 0, -1):
        if sum((width + lanes - 1) // lanes for width in levels) <= deadline:
            best = lanes
    return best


# %% right: by_halves
import math


def fewest_lanes(levels, deadline):
    def late(lanes):
        return sum(math.ceil(width / lanes) for width in levels) > deadline

    low, high = 0, max(levels)
    if late(high):
        return 0
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if late(middle) else (low, middle)
    return high


# %% right: with_numpy
import numpy as np


def fewest_lanes(levels, deadline):
    lanes = np.arange(1, max(levels) + 1)
    steps = np.ceil(np.array(levels)[:, None] / lanes).sum(axis=0)
    enough = lanes[steps <= deadline]
    return int(enough[0]) if len(enough) else 0
