# %% wrong: mark_by_mark
# You chose once for each mark.
def all_marks(marks, a, b):
    for mark in marks:
        b = jnp.where(mark[:, None] > 0, b, a)
    return b
