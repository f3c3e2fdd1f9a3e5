# tries: Returns a number so extreme that computing its relative error fails.
# defence: what is told of a number is within reach
# gains: our failure

# %% answer: 01_ridge
ridge = 5e-324
