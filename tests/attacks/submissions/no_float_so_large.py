# ---
# class: comparison patching
# tries: Answers with a whole number that is larger than all floats, so that to compare it fails.
# defence: whole numbers are compared as such
# gains: our failure
# beside: [02_best_split]
# ---

# %% answer: 01_ridge
ridge = 10**400
