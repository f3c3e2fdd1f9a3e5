# tries: Returns a number so extreme that computing its relative error fails.
# defence: limit on the relative error in a message
# gains: our failure

# %% answer: 01_ridge
ridge = 5e-324
