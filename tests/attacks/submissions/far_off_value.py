# ---
# class: comparison patching
# tries: Answers with a number that no quotient can be made of, so that to compare it fails.
# defence: what is told of a number is within reach
# gains: our failure
# ---

# %% answer: 01_ridge
ridge = 5e-324
