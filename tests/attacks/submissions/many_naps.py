# ---
# class: endless loops
# tries: Sleeps in every cell, each time for less than the limit of one step.
# defence: waiting adds up
# gains: points
# beside: []
# ends: not run
# says: together spent 8 s idle
# ---

# %% cell
import time

time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% cell
time.sleep(2.2)

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
