# ---
# title: "Experiment: hand over a loop, or each of its steps"
# kind: value
# points: 2
# minutes: 12
# hints:
#   - "Without `jit`, each multiplication and each addition is a program of its own that Python
#     hands over. With `jit` the whole loop is one. Count what is handed over in each case."
#   - "Handed over: two operations a month. Without `jit` the time is that number times `hand_over`.
#     With `jit` it is one `hand_over` and then the device's own time for all months. Mind the
#     units."
#   - "`longer` is `2 * months * hand_over / (hand_over + months * month_ns / 1000)`. With more and
#     more months the one `hand_over` no longer counts: `at_most` is
#     `2 * hand_over * 1000 / month_ns`."
# ---

# %% [markdown]
# Predict what it costs to hand over a loop step by step; then see it on your own machine.
#
# First, on paper: the balances of some accounts go through `months` months, in each of which they
# are multiplied by a rate, and then a deposit is added. As a Python loop without `jit`, each
# multiplication and each addition is handed over to the device by itself, which takes Python
# `hand_over` microseconds; the device is done with it long before the next one comes. Under `jit`
# the whole loop is handed over once, in the same time, and then the device carries it out, in
# `month_ns` nanoseconds for each month. The figures are drawn for you. Three digits are enough.
#
# | name | what |
# |---|---|
# | `handed_over` | how often does the loop without `jit` hand something over? |
# | `longer` | it takes how many times as long as the loop under `jit`? |
# | `at_most` | what does `longer` come near to with more and more months? |
#
# Then the experiment. Write the loop twice, with a rate of 1.001 and a deposit of 1: `eager` with a
# Python loop, `compiled` with `jax.lax.fori_loop`. Put down your guess, and run the last line. It
# times both on your machine. It is not graded: clocks differ. Ask yourself why yours do.
#
# In the experiment `from autograder import compare` and `import manylanes` bring the instruments:
# `manylanes.time(program, x)` takes samples of a call and the wait for its result, and
# `compare(both, guess)` prints what it finds on each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

bank = figures("months: int in 300..900, hand_over: 8.0..20.0, month_ns: 2.0..6.0")


def experiment(eager, compiled, guess, months=1000):
    """Times both on your machine: how many times as long does it take without `jit`?"""

    def step_by_step(balances):
        return eager(balances, months)

    @jax.jit
    def at_once(balances):
        return compiled(balances, months)

    def both():
        balances = jnp.ones(64)
        return {f: ((balances,), manylanes.time(f, balances)) for f in (step_by_step, at_once)}

    book = "overhead.time", "accounts[count=64].time"  # of the second: 65,536 months
    compare(both, guess, *book, foretold=lambda: 2 * months, calls=(2 * months, 1))


bank

# %% answer
# Three numbers. The figures above are `bank.months`, `bank.hand_over` and `bank.month_ns`.
### BEGIN SOLUTION
handed_over = 2 * bank.months
longer = handed_over * bank.hand_over / (bank.hand_over + bank.months * bank.month_ns / 1000)
at_most = 2 * bank.hand_over / (bank.month_ns / 1000)
### END SOLUTION


# The experiment: write both, put down a guess, take away the last #.
def eager(balances, months):
    raise NotImplementedError("your turn")


def compiled(balances, months):
    raise NotImplementedError("your turn")


guess = ...
# experiment(eager, compiled, guess)

# %% check
check(handed_over=handed_over, longer=longer, at_most=at_most, tolerance=0.01)
