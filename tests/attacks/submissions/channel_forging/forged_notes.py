# tries: Sends notes that are not a list, so that truncating them fails.
# defence: notes checked to be a list of strings
# gains: our failure

# %% answer: 01_double
from autograder.runner.sandbox.inside import worker

worker.OPERATIONS["export"] = lambda space, request, blobs: ({"answers": [], "notes": 7}, [])


def double(x):
    return 2 * x
