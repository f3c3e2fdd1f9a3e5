# tries: Loops forever, so that no other submission is graded.
# defence: limit on CPU time per step
# gains: our failure
# status: not run
# message: Look for an endless loop.

# %% answer: 02_best_split
def best_split(n, parts):
    while True:
        n += 1
