# ---
# class: constant answers
# tries: Answers with more rows than asked for, each of them right.
# defence: shapes and dtypes are asked for
# gains: points
# unit: 01_first
# says: The shape is wrong.
# ---

# %% answer: 01_double
def double(x):
    return (2 * x)[None, :]
