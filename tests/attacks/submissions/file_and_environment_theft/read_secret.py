# tries: Reads the course's secret and shows it in an error message.
# defence: course and class not mounted
# gains: the secret

# %% answer: 02_best_split
def best_split(n, parts):
    raise ValueError(open("@SECRET@").read())
