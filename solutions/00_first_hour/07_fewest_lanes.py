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
