# ---
# title: The fewest lanes that are in time
# kind: program
# points: 2
# minutes: 20
# star: true
# hints:
#   - "Three sizes hide in it: levels, lanes, deadlines. Begin with one of each: how many steps does
#     a level of 5 operations take on 2 lanes? Then add up the levels, for a number of lanes."
#   - "`jax.vmap(steps)(lanes)` counts for 1 to 16 lanes at once; no deadline is needed for it. For
#     one deadline, `taken <= deadline` says who is in time, and `jnp.argmax` of it where the first
#     one stands. Then `vmap` over the deadlines."
#   - "`steps = lambda p: (-(-levels // p)).sum()`, `taken = jax.vmap(steps)(lanes)`, and for one
#     deadline `jnp.where((taken <= deadline).any(), lanes[jnp.argmax(taken <= deadline)], 0)`."
# ---

# %% [markdown]
# For each of many deadlines, find the smallest number of lanes that carries out a program in time,
# or 0 if no number of lanes does.
#
# A program is an array of levels: `levels[i]` is the number of operations, 1 to 16, that can go on
# at the same time once level `i - 1` is done. A lane does one operation in one step. So `[4, 2,
# 1]`, a sum of eight numbers, takes 7 steps on one lane, 4 on two and 3 on four; with a deadline of
# 4, two lanes are in time. Brent's bound says about how many lanes you need; here you find out
# exactly. No deadline needs another one's answer: first count the steps for each number of lanes
# with one `vmap`, then compare them with each deadline with another `vmap`.

# %% given
import jax
import jax.numpy as jnp

lanes = jnp.arange(1, 17)  # no level has work for more


# %% answer
def fewest_lanes(levels, deadlines):
    """levels: i32[n] in 1..16, deadlines: i32[d] -> i32[d].

    >>> fewest_lanes(jnp.array([4, 2, 1]), jnp.array([7, 4, 3, 2])).tolist()
    [1, 2, 4, 0]

    Five to eight lines."""

    ### BEGIN SOLUTION
    def steps(count):
        return (-(-levels // count)).sum()

    taken = jax.vmap(steps)(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)
    ### END SOLUTION


# %% check
import numpy as np


def plain(levels, deadlines):
    taken = [(-(-levels // count)).sum() for count in range(1, 17)]
    found = []
    for deadline in deadlines:
        in_time = [count for count, steps in enumerate(taken, 1) if steps <= deadline]
        found.append(min(in_time, default=0))
    return np.array(found)


check(
    fewest_lanes,
    spec=plain,
    given="levels: i32[n] in 1..16, deadlines: i32[d] in 0..6*n",
    budget=Budget(work=3, span=4),
)


# %% wrong: work_alone
# You divided the work by the deadline. That is enough only if nothing waits. But a level that does
# not fill its lanes wastes the rest of them, and the next level cannot begin early.
def fewest_lanes(levels, deadlines):
    enough = -(-levels.sum() // jnp.maximum(deadlines, 1))
    return jnp.where(deadlines < levels.shape[0], 0, enough)


# %% wrong: brents_bound
# You asked Brent's bound, work / lanes + span, to be within the deadline. It is a promise, not
# the time itself: a program may be done earlier, with fewer lanes. Count the steps level by
# level.
def fewest_lanes(levels, deadlines):
    taken = levels.sum() / lanes + levels.shape[0]

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: widest_level
# With as many lanes as the widest level has operations you are never late, if anybody can be in
# time. Often fewer are enough.
def fewest_lanes(levels, deadlines):
    return jnp.where(deadlines < levels.shape[0], 0, levels.max())


# %% wrong: never_too_late
# One answer is missing: a deadline shorter than the chain of levels. No number of lanes meets it,
# and 0 says so. (`jnp.argmax` of a mask without a true entry is 0, so you said 1.)
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: lanes[jnp.argmax(taken <= deadline)])(deadlines)


# %% wrong: rounded_down
# You rounded down. Five operations on two lanes take three steps: in the last one a lane is idle,
# and the step still counts.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: jnp.maximum(levels // count, 1).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: rounded_at_the_end
# You divided all operations by the lanes and rounded once, or not at all. Each level rounds up by
# itself: the next one cannot begin in its last, half-filled step.
def fewest_lanes(levels, deadlines):
    taken = -(-levels.sum() // lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: one_step_early
# You want it done *before* the deadline. A program that takes exactly as many steps is in time:
# `<=`.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken < deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: place_for_number
# You returned the place of the number of lanes in `lanes`. The first place is 0, and it stands for
# one lane.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.argmax(taken <= deadline))(deadlines)


# %% wrong: one_deadline_after_another
# Your answers are right, but you take one deadline after another, although none needs another's
# answer. `vmap` computes all deadlines together.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)

    def first_in_time(none, deadline):
        in_time = taken <= deadline
        return none, jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.lax.scan(first_in_time, None, deadlines)[1]


# %% wrong: nothing_for_a_level
# You rounded down, so a level with fewer operations than lanes takes no step at all. Five
# operations on two lanes take three steps, and on eight lanes one.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (levels // count).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: the_most_lanes
# You gave the largest number of lanes that is in time. The fewest are asked for.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 0).max())(deadlines)


# %% wrong: one_count_after_another
# Your answers are right, but each number of lanes waits until the one before it has been tried. Try
# all of them at the same time: `vmap` over `lanes`, and only then choose.
def fewest_lanes(levels, deadlines):
    def fewest(deadline):
        def tried(count, best):
            taken = (-(-levels // count)).sum()
            return jnp.where((taken <= deadline) & (best == 0), count, best)

        return jax.lax.fori_loop(1, 17, tried, 0)

    return jax.vmap(fewest)(deadlines)


# %% wrong: one_step_too_many
# You gave each level one step more than it divides. Four operations on two lanes take two steps:
# round up only where something is left over.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (levels // count + 1).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: one_more_than_there_are
# Right, but where no number of lanes is in time you say 17. That is where the search ends, not an
# answer: say 0.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 17).min())(deadlines)


# %% wrong: zero_is_the_least
# You put a 0 for each number of lanes that is late, and then took the least: one that is late makes
# it 0. The number for a late one must be larger than all others.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 0).min())(deadlines)


# %% right: by_broadcasting
def fewest_lanes(levels, deadlines):
    taken = jnp.ceil(levels / lanes[:, None]).sum(axis=1)
    in_time = taken <= deadlines[:, None]
    return jnp.where(in_time, lanes, 17).min(axis=1) % 17


# %% right: counted_from_above
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: ((levels + count - 1) // count).sum())(lanes)
    too_few = jax.vmap(lambda deadline: (taken > deadline).sum())(deadlines)
    return jnp.where(too_few == 16, 0, too_few + 1)


# %% right: with_a_search
def fewest_lanes(levels, deadlines):
    taken = jnp.sum((levels[:, None] + lanes - 1) // lanes, axis=0)
    place = jnp.searchsorted(-taken, -deadlines)
    return jnp.where(place < 16, place + 1, 0).astype(deadlines.dtype)
