# %% wrong: the_matrices_first
# You multiplied the matrices, and the point is all that is asked for.
def far_point(first, second, point):
    return (second @ first) @ point
