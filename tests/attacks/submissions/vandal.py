# ---
# class: file and environment theft
# tries: Writes into the course folder, which contains the solutions and checks of all tasks.
# defence: files out of reach
# gains: the course
# ends: passed
# earned: 2
# ---

# %% cell
import os

try:
    os.mkdir("@COURSE@/@MARK@")
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
