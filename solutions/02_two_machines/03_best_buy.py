# ---
# title: Buy the most FLOP/s for each budget
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "For one budget: how many machines of each kind can you afford? `//` rounds down, and it works
#     on whole arrays."
#   - "`budgets[:, None] // prices` is a table with a row for each budget and a column for each kind
#     of machine."
#   - "Multiply the table by `peaks`, which scales each column, and take the maximum of each row:
#     `.max(1)`."
# ---

# %% [markdown]
# For each budget, return the largest total peak that you can buy, in TFLOP/s.
#
# - `prices[i]` is the price of a machine of kind `i`. Prices and budgets are in hundreds of
#   dollars.
# - `peaks[i]` is its peak in TFLOP/s.
# - With each budget, you buy machines of a single kind, as many as the budget allows.
# - You can buy whole machines only. If the budget is too small for any machine, the result is 0.
# - All inputs are integers.
#
# For example, with `prices = [10, 7]` and `peaks = [50, 30]`, a budget of 25 buys two machines of
# the first kind (100) or three of the second (90), so the result is 100.
#
# Budgets and kinds are independent, so process all of them in parallel. The check counts two costs
# for 128 kinds and 128 budgets:
#
# - The work (number of operations) may be at most 295,424, twice that of our solution.
# - The span (longest chain of dependent operations) may be at most 96, eight times that of our
#   solution, and it may grow only like the logarithm of `n`.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def best_peak(prices, peaks, budgets):
    """prices: i32[n], peaks: i32[n], budgets: i32[b] -> i32[b]. One or two lines."""
    ### BEGIN SOLUTION
    machines = budgets[:, None] // prices
    return (machines * peaks).max(axis=1)
    ### END SOLUTION


# %% check
import numpy as np


def plainly(prices, peaks, budgets):
    kinds = list(zip(prices, peaks, strict=True))
    return np.array([max(budget // price * peak for price, peak in kinds) for budget in budgets])


check(
    best_peak,
    spec=plainly,
    given="prices: i32[n] in 7..30, peaks: i32[n] in 20..50, budgets: i32[b] in 0..90",
    budget=Budget(work=2, span="log"),
)
