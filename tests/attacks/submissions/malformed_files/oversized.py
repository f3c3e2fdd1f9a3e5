# tries: Submits a correct answer in a notebook of thirty megabytes.
# defence: limit on the size of a notebook
# gains: points
# answer: right
# status: not run
# message: larger than 20 MB

# %% handed in
book["metadata"]["filler"] = "x" * (30 << 20)
