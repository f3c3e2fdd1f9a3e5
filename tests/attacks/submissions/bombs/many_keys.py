# tries: Returns a dictionary with thousands of keys for the report to print.
# defence: limit on the length of a shown value
# gains: endless words

# %% answer: 02_best_split
def best_split(n, parts):
    return {str(key): -1 for key in range(3000)}  # -1 is in no hidden input
