# tries: Returns a single number where a list of values is expected, so that comparing the values fails.
# defence: one value for each name
# gains: our failure

# %% answer: 01_ridge
from autograder.runner.sandbox.inside import worker

worker.OPERATIONS["value"] = lambda space, request, blobs: ({"result": 7}, [])
ridge = 7
