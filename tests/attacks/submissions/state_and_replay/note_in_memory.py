# tries: Leaves a note in a module for the cells of the next submission in the same process.
# defence: new process for each submission
# gains: points
# submissions: 2
# answer: right if FOUND

# %% cell
import json

FOUND = hasattr(json, "note")
json.note = True
