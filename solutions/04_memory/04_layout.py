# ---
# title: "Fix: a layout"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "Which entries does a warp read at the same moment? They should lie side by side. How far is
#     it then from the first field of a point to its last?"
#   - "Field by field, all points: four sectors, but a point is spread over the whole array. Point
#     by point: together, but a warp skips from one to the next. Is there something between? Think
#     of 32 points."
#   - "Cut the points into groups of 32, and go field by field inside a group:
#     `points.reshape(-1, 32, fields)` has the groups, and `.transpose(0, 2, 1)` turns each of them
#     over. Then `.reshape(-1)`."
# ---

# %% [markdown]
# Lay out points in memory so that a warp fetches nothing that it does not need, and a point stays
# together.
#
# `points` has one row for each point, a multiple of 32, and one column for each field; a number has
# 4 bytes. Return the memory, a long array with every number in it once. Two readers have limits. A
# *warp* reads one field of 32 points that follow each other, `p = 0..31`, `32..63` and so on: at
# most 4 sectors of 32 bytes. A *single thread* reads all fields of one point: from the first to the
# last at most 4096 bytes. Where exactly a number lies is up to you. For example, for 32 points with
# 2 fields this layout is right: the first field of all 32 points, then the second field of all 32.
#
# Most programs lay them out point by point, `points.reshape(-1)`. A warp touches up to 32 sectors
# there. Mend it.

# %% given
import jax.numpy as jnp


# %% answer
def lay_out(points):
    """points: f32[n, fields] -> f32[n * fields]. One or two lines: mend `points.reshape(-1)`."""
    n, fields = points.shape
    ### BEGIN SOLUTION
    return points.reshape(n // 32, 32, fields).transpose(0, 2, 1).reshape(-1)
    ### END SOLUTION


# %% check
import numpy as np


def both_content(memory, points):
    if sorted(memory.tolist()) != sorted(points.ravel().tolist()):
        return "Every number of `points` must be in the memory, and be there once."
    where = np.argsort(memory)[np.argsort(np.argsort(points.ravel()))].reshape(points.shape)
    for first in range(0, len(points), 32):
        for field in range(points.shape[1]):
            touched = len(np.unique(where[first : first + 32, field] // 8))
            if touched > 4:
                return (
                    f"A warp must touch at most 4 sectors; for field {field} of the points "
                    f"{first} to {first + 31} it touches {touched}."
                )
    apart = int((where.max(axis=1) - where.min(axis=1) + 1).max()) * 4
    if apart > 4096:
        return f"A point must stay within 4096 bytes; one lies across {apart}."
    return True


def different(drawn):
    return np.argsort(drawn.ravel(), kind="stable").reshape(drawn.shape)


def cloud(draw):
    shape = draw.each([(32, 2), (64, 3), (1536, 2), (160, 5), (512, 8), (128, 30)])
    return (draw.array("f32", shape, 0, 10**9, then=different),)


check(lay_out, given=cloud, law=both_content)
