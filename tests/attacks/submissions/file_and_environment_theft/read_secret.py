# tries: Reads the course's secret and shows it in an error message.
# defence: files out of sight
# gains: the secret

# %% answer: 02_best_split
def best_split(n, parts):
    raise ValueError(open("@SECRET@").read())
