# ---
# title: "Experiment: lanes that wait in a loop"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "With all lanes in step, every lane takes as many iterations as the slowest. Multiply lanes by
#     iterations: once for all of them, and once for those in which a lane still has work to do."
#   - "All in step: `(quick + slow) * long` lane iterations, of which `quick * short + slow * long`
#     do work. Sorted rows of 32: a row of quick elements is done after `short` iterations."
#   - "`waiting` is `quick * (long - short) / ((quick + slow) * long)`, `sorted_gain` is `(quick +
#     slow) * long / (quick * short + slow * long)`, and a row with one slow element takes `long`
#     iterations."
# ---

# %% [markdown]
# Predict the fraction of a loop that lanes spend waiting, then measure the effect on your own
# machine.
#
# **On paper.** `quick` elements need `short` iterations of a loop each, and `slow` elements need
# `long` iterations each. A machine processes them in rows of 32 lanes, one row after another;
# `quick` and `slow` are multiples of 32. An iteration of a row takes the same time whether its
# lanes work or wait. The inputs are drawn at random. Three significant digits are enough.
#
# - *In step* (`vmap` of a `while_loop`): every row iterates until the last of all elements is done.
# - *Row by row*: a row stops as soon as all of its own elements are done. Then the next row starts.
#
# | name | value |
# |---|---|
# | `waiting` | in step: the fraction of (lane, iteration) pairs without work, 0 to 1 |
# | `sorted_gain` | elements sorted by their iterations: time in step / time row by row |
# | `mixed_gain` | the same ratio if every row contains a slow element |
#
# **Experiment** (not graded, because measurements differ). `count_iterations(n)` returns how many
# iterations the integer `n` needs to reach 1. Write two programs that return these counts for an
# array `rows` of 64 by 1,024 integers, in the same shape:
#
# - `in_step` applies `vmap` once for each axis, so that all integers are in one loop.
# - `row_by_row` calls `jax.lax.map(f, rows)`, which calls `f` for one row after another. `f`
#   applies `vmap` to one row.
#
# The array contains the integers from 1 to 65,536, sorted by their counts. Set your guess of how
# many times longer `in_step` takes than `row_by_row`, and run the last line, which times both on
# your machine. Explain any difference from your guess.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

crowd = figures(
    "quick: 320 | 640 | 960, slow: 32 | 64 | 96, short: int in 10..30, long: int in 90..250"
)


def count_iterations(n):
    """Return how many iterations the integer `n` needs to reach 1."""

    def not_done(carry):
        return carry[0] != 1

    def step(carry):
        n, count = carry
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

    return jax.lax.while_loop(not_done, step, (n, 0))[1]


def experiment(in_step, row_by_row, guess, rows=64, lanes=1024):
    """Time both on your machine and print how many times longer all lanes in step take."""

    def table():
        integers = jnp.arange(1, rows * lanes + 1)
        needed = jax.jit(jax.vmap(count_iterations))(integers)
        order = jnp.argsort(needed)
        return integers[order].reshape(rows, lanes), needed[order].reshape(rows, lanes)

    def both():
        inputs, _ = table()
        return {f: ((inputs,), manylanes.time(jax.jit(f), inputs)) for f in (in_step, row_by_row)}

    def predicted():
        longest = table()[1].max(axis=1)
        return rows * longest.max() / longest.sum()

    compare(both, guess, "paths[count=8].time / paths[count=1].time", predicted=predicted)


crowd

# %% answer
# Three values. The inputs above are `crowd.quick`, `crowd.slow`, `crowd.short`, `crowd.long`.
### BEGIN SOLUTION
all_steps = (crowd.quick + crowd.slow) * crowd.long
used_steps = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - used_steps / all_steps
sorted_gain = all_steps / used_steps
mixed_gain = 1
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def in_step(rows):
    raise NotImplementedError("your turn")


def row_by_row(rows):
    raise NotImplementedError("your turn")


guess = ...
# experiment(in_step, row_by_row, guess)

# %% check
check(waiting=waiting, sorted_gain=sorted_gain, mixed_gain=mixed_gain, tolerance=0.01)
