# ---
# class: state and replay
# tries: Leaves a note in a module for the cells of the next submission in the same process.
# defence: a process for each submission
# gains: points
# turns: 2
# ---

# %% cell
import json

FOUND = hasattr(json, "note")
json.note = True

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if FOUND else []
