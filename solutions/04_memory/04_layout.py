# ---
# title: "Fix: the memory layout of an array of points"
# kind: program
# points: 2
# minutes: 15
# hints:
#   - "Which elements does a warp read at the same time? They should be next to each other. How far
#     apart are then the first and the last field of a point?"
#   - "Field by field, a warp reads 4 sectors, but a point is spread over the whole array. Point by
#     point, a point is together, but a warp skips from one point to the next. Is there a layout in
#     between? Think of 32 points."
#   - "Cut the points into groups of 32, and go field by field inside a group: `points.reshape(-1,
#     32, fields)` contains the groups, and `.transpose(0, 2, 1)` transposes each of them. Then use
#     `.reshape(-1)`."
# ---

# %% [markdown]
# Reorder the elements of `points` so that a warp loads only the bytes that it needs, and the fields
# of each point stay close together in memory.
#
# `points` has one row for each point and one column for each of up to 32 fields. The number of
# points is a multiple of 32, and an element takes 4 bytes. Return a one-dimensional array that
# holds every element exactly once. The order is up to you, within two limits:
#
# - A *warp* reads one field of 32 consecutive points: points 0 to 31, 32 to 63 and so on. It may
#   load at most 4 sectors. A sector is 32 bytes that start at a multiple of 32.
# - A *thread* reads all fields of one point. These fields must lie within 4096 consecutive bytes.
#
# For example, this order is right for 32 points with 2 fields: the first field of all 32 points,
# then the second field of all 32.
#
# Most programs store one point after another, `points.reshape(-1)`. Then a warp loads up to 32
# sectors.

# %% given
import jax.numpy as jnp


# %% answer
def lay_out(points):
    """points: f32[n, fields] -> f32[n * fields]. One or two lines: fix `points.reshape(-1)`."""
    n, fields = points.shape
    ### BEGIN SOLUTION
    return points.reshape(n // 32, 32, fields).transpose(0, 2, 1).reshape(-1)
    ### END SOLUTION


# %% check
import numpy as np


def both_content(memory, points):
    if sorted(memory.tolist()) != sorted(points.ravel().tolist()):
        return "The result must hold every element of `points` exactly once."
    where = np.argsort(memory)[np.argsort(np.argsort(points.ravel()))].reshape(points.shape)
    for first in range(0, len(points), 32):
        for field in range(points.shape[1]):
            touched = len(np.unique(where[first : first + 32, field] // 8))
            if touched > 4:
                return (
                    f"A warp must load at most 4 sectors. For field {field} of points "
                    f"{first} to {first + 31}, it loads {touched}."
                )
    apart = int((where.max(axis=1) - where.min(axis=1) + 1).max()) * 4
    if apart > 4096:
        return f"A point must lie within 4096 bytes, but one spans {apart}."
    return True


def different(drawn):
    return np.argsort(drawn.ravel(), kind="stable").reshape(drawn.shape)


def cloud(draw):
    shape = draw.each([(32, 2), (64, 3), (1536, 2), (160, 5), (512, 8), (128, 30)])
    return (draw.array("f32", shape, 0, 10**9, then=different),)


check(lay_out, given=cloud, law=both_content)
