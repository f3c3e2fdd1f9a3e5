# tries: Returns a long list from every call, which the grader has to read and compare.
# defence: limit on the size of an answer
# gains: the judge's time
# message: The answer is too long to be read

# %% answer: 02_best_split
def best_split(n, parts):
    return list(range(100_000))
