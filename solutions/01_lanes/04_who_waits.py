# ---
# title: "Experiment: most lanes wait"
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "In step means that everybody takes as many turns as the slowest. Count turns of lanes: all of
#     them, and those in which a lane still has something to do."
#   - "All in step: `(quick + slow) * long` turns of lanes, of which `quick * short + slow * long`
#     are at work. Sorted rows of 32: a row of quick ones is done after `short` turns."
#   - "`waiting` is `quick * (long - short) / ((quick + slow) * long)`, `sorted_gain` is `(quick +
#     slow) * long / (quick * short + slow * long)`, and in a row that holds one slow number all
#     take `long` turns."
# ---

# %% [markdown]
# Predict how much of a loop is waiting; then see it on your own machine.
#
# First, on paper: `quick` numbers need `short` turns of a loop each, `slow` numbers need `long`
# turns. A machine goes through all of them 32 at a time, in rows; `quick` and `slow` are multiples
# of 32. A turn of a row costs the same whether its lanes work or wait. *All in step* is what `vmap`
# makes of a `while_loop`: every row goes round until the last number of all is done. *Row by row*,
# a row is left as soon as its own numbers are done. The figures are drawn for you. Three digits are
# enough.
#
# | name | what |
# |---|---|
# | `waiting` | all in step: which share of the lanes' turns is spent waiting? |
# | `sorted_gain` | sorted by their turns: all in step takes how many times as long as row by row? |
# | `mixed_gain` | and if every row holds a slow number? |
#
# Then the experiment. `rows` is a table of the numbers from 1 to 65,536, sorted by the turns that
# each needs until it is 1, a row of 1,024 after another. Write two programs that give the turns of
# each, as a table like it: `in_step` with `vmap` for all of the table at once, `row_by_row` with
# `jax.lax.map(f, rows)`, which carries out `f` for one row after another. Put down your guess, and
# run the last line. It times both on your machine. It is not graded: clocks differ. Ask yourself
# why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

crowd = figures(
    "quick: 320 | 640 | 960, slow: 32 | 64 | 96, short: int in 10..30, long: int in 90..250"
)


def turns(n):
    """One number -> how many turns until it is 1."""

    def again(carry):
        return carry[0] != 1

    def turn(carry):
        n, count = carry
        return jnp.where(n % 2 == 0, n // 2, 3 * n + 1), count + 1

    return jax.lax.while_loop(again, turn, (n, 0))[1]


def experiment(in_step, row_by_row, guess, rows=64, lanes=1024):
    """Times both on your machine: how many times as long does it take with all lanes in step?"""

    def table():
        numbers = jnp.arange(1, rows * lanes + 1)
        needed = jax.jit(jax.vmap(turns))(numbers)
        order = jnp.argsort(needed)
        return numbers[order].reshape(rows, lanes), needed[order].reshape(rows, lanes)

    def both():
        numbers, _ = table()
        return {f: ((numbers,), manylanes.time(jax.jit(f), numbers)) for f in (in_step, row_by_row)}

    def foretold():
        longest = table()[1].max(axis=1)
        return rows * longest.max() / longest.sum()

    compare(both, guess, "paths[count=8].time / paths[count=1].time", foretold=foretold)


crowd

# %% answer
# Three numbers. The figures above are `crowd.quick`, `crowd.slow`, `crowd.short`, `crowd.long`.
### BEGIN SOLUTION
everybody = (crowd.quick + crowd.slow) * crowd.long
at_work = crowd.quick * crowd.short + crowd.slow * crowd.long
waiting = 1 - at_work / everybody
sorted_gain = everybody / at_work
mixed_gain = 1
### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def in_step(rows):
    raise NotImplementedError("your turn")


def row_by_row(rows):
    raise NotImplementedError("your turn")


guess = ...
# experiment(in_step, row_by_row, guess)

# %% check
check(waiting=waiting, sorted_gain=sorted_gain, mixed_gain=mixed_gain, tolerance=0.01)
