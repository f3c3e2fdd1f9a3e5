# ---
# class: endless loops
# tries: Sleeps, which uses no processor time.
# defence: waiting is bounded
# gains: our failure
# ends: not run
# says: Nobody answers input() or wakes a sleep here.
# ---

# %% answer: 02_best_split
import time


def best_split(n, parts):
    time.sleep(10_000)
