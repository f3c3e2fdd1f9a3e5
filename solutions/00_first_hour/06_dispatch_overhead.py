# ---
# title: "Experiment: the dispatch overhead of a loop"
# kind: value
# points: 2
# minutes: 12
# hints:
#   - "Without `jit`, Python dispatches each multiplication and each addition as a separate program.
#     With `jit`, the whole loop is one program. Count the dispatches in both cases."
#   - "Without `jit`, there are two dispatches per month, and the time is their number times
#     `dispatch_us`. With `jit`, the time is one `dispatch_us` plus the device time of all months.
#     Use one unit for both."
#   - "`slowdown` is `2 * months * dispatch_us / (dispatch_us + months * month_ns / 1000)`. As the
#     number of months grows, the single `dispatch_us` becomes negligible: `max_slowdown` is `2 *
#     dispatch_us * 1000 / month_ns`."
# ---

# %% [markdown]
# Predict the dispatch overhead of a loop without `jit`, then measure it on your own machine.
#
# **On paper.** A loop updates the balances of some accounts `months` times. Each iteration
# multiplies them by a rate and then adds a deposit.
#
# - In a Python loop without `jit`, each multiplication and each addition is dispatched separately.
#   One dispatch takes `dispatch_us` microseconds. The device finishes each operation before the
#   next one arrives, so only the dispatches take time.
# - Under `jit`, the whole loop is dispatched once, which takes the same `dispatch_us` microseconds.
#   The device then runs it and needs `month_ns` nanoseconds for each month.
#
# The inputs are drawn at random. Three significant digits are enough.
#
# | name | value |
# |---|---|
# | `num_dispatches` | the number of dispatches without `jit` |
# | `slowdown` | the time without `jit` divided by the time with `jit` |
# | `max_slowdown` | the limit of `slowdown` as the number of months grows |
#
# **Experiment** (not graded, because measurements differ). Write the loop twice, with a rate of
# 1.001 and a deposit of 1: `eager` with a Python loop, `compiled` with `jax.lax.fori_loop`. Both
# return the balances after the last month. Set `guess` to how many times longer `eager` takes than
# `compiled` for 64 accounts and 1000 months on your machine, and run the last line, which times
# both. Explain any difference from your guess.
#
# `experiment` uses two tools, which `from autograder import compare` and `import manylanes`
# provide: `manylanes.time(program, x)` measures a call several times, including the wait for its
# result, and `compare(both, guess)` prints the results for each of your devices.

# %% given
import jax
import jax.numpy as jnp
import manylanes
from autograder import compare

bank = figures("months: int in 300..900, dispatch_us: 8.0..20.0, month_ns: 2.0..6.0")


def experiment(eager, compiled, guess, months=1000):
    """Time both on your machine and print how many times longer the loop without `jit` takes."""

    def run_eager(balances):
        return eager(balances, months)

    @jax.jit
    def run_compiled(balances):
        return compiled(balances, months)

    def both():
        balances = jnp.ones(64)
        return {f: ((balances,), manylanes.time(f, balances)) for f in (run_eager, run_compiled)}

    book = "overhead.time", "accounts[count=64].time"  # the second runs 65,536 months
    compare(both, guess, *book, predicted=lambda: 2 * months, calls=(2 * months, 1))


bank

# %% answer
# Three values. The inputs above are `bank.months`, `bank.dispatch_us` and `bank.month_ns`.
### BEGIN SOLUTION
num_dispatches = 2 * bank.months
slowdown = (
    num_dispatches * bank.dispatch_us / (bank.dispatch_us + bank.months * bank.month_ns / 1000)
)
max_slowdown = 2 * bank.dispatch_us / (bank.month_ns / 1000)
### END SOLUTION


# The experiment: write both functions, set `guess`, and uncomment the last line.
def eager(balances, months):
    raise NotImplementedError("your turn")


def compiled(balances, months):
    raise NotImplementedError("your turn")


guess = ...
# experiment(eager, compiled, guess)

# %% check
check(num_dispatches=num_dispatches, slowdown=slowdown, max_slowdown=max_slowdown, tolerance=0.01)
