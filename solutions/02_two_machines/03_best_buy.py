# ---
# title: The most FLOP/s for the money
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "For one budget: how many of each machine can you pay for? `//` rounds down, and it works on
#     whole arrays."
#   - "`budgets[:, None] // prices` is a table: a row for each budget, a column for each machine."
#   - "Multiply the table by `peaks` (each column by its own) and take the largest of each row:
#     `.max(1)`."
# ---

# %% [markdown]
# For each budget, find the largest peak that it buys, if you buy as many as you can of one kind
# of machine.
#
# `prices[i]` is the launch price of a machine of kind `i`, in hundreds of dollars, and `peaks[i]`
# its peak in TFLOP/s. A rack takes machines of one kind only, and nobody sells half a machine.
# Every number is a whole number. No budget and no kind of machine needs another's answer: let all
# of them be worked on at once.

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
