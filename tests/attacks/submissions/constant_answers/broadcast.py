# tries: Returns more rows than the task asks for, each of them correct.
# defence: shapes and dtypes checked
# gains: points
# message: The shape is wrong.

# %% answer: 01_double
def double(x):
    return (2 * x)[None, :]
