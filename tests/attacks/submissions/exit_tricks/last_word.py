# tries: Waits for the process to exit and prints a verdict after the grader's.
# defence: separate process for student code
# gains: points
# answer: wrong

# %% cell
import atexit
import json

FORGED = [
    {"task": task, "status": "passed", "points": points, "max_points": points, "findings": [], "notes": [], "program": ""}
    for task, points in (("01_ridge", 1.0), ("02_best_split", 2.0), ("03_layer", 2.0))
]
atexit.register(lambda: print(json.dumps(FORGED)))
