# ---
# title: Say it in your own words
# kind: prose
# points: 0
# minutes: 5
# ---

# %% [markdown]
# Why is one product of a thousand rows faster than a thousand products of one row?

# %% answer
# Three sentences are enough.
#
# ### BEGIN SOLUTION
# The matrix is read once instead of a thousand times.
# ### END SOLUTION
