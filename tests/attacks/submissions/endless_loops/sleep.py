# tries: Sleeps, which uses no CPU time.
# defence: limit on idle time per step
# gains: our failure
# status: not run
# message: Remove calls of `input()` and long sleeps.

# %% answer: 02_best_split
import time


def best_split(n, parts):
    time.sleep(10_000)
