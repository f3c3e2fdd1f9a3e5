# %% wrong: all_at_once
# You kept all products until the last was there.
def squares(a, many):
    return ((a @ many) ** 2).sum(0)
