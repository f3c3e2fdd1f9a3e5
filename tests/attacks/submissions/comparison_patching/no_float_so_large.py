# tries: Returns an integer that exceeds the largest float, so that comparing it fails.
# defence: integers too large for a float compared
# gains: our failure

# %% answer: 01_ridge
ridge = 10**400
