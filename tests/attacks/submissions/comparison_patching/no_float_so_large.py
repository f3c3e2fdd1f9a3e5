# tries: Returns an integer that exceeds the largest float, so that comparing it fails.
# defence: whole numbers are compared as such
# gains: our failure

# %% answer: 01_ridge
ridge = 10**400
