# ---
# class: channel forging
# tries: Answers with a single number where a list of values is read, so that to compare them fails.
# defence: values come one for each name
# gains: our failure
# beside: [02_best_split]
# ---

# %% answer: 01_ridge
from autograder.runner.sandbox.inside import worker

worker.OPERATIONS["value"] = lambda space, request, blobs: ({"result": 7}, [])
ridge = 7
