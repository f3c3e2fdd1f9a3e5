# ---
# title: Mend a layout
# kind: program
# points: 1
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


# %% wrong: point_by_point
# That is the layout as it was: a point lies together, but a warp that reads one field jumps from
# point to point, and most of each sector is fetched for nothing.
def lay_out(points):
    return points.reshape(-1)


# %% wrong: field_by_field
# That is good for the warp: it reads 32 entries side by side. But the fields of one point now lie
# as far apart as there are points. Do it within groups of 32 points.
def lay_out(points):
    return points.T.reshape(-1)


# %% wrong: cut_the_other_way
# You cut each group the other way round. `reshape` moves nothing: 32 points lie there as 32 rows of
# `fields` numbers, so a group is `(32, fields)`. Cut it so, and turn it over then.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(n // 32, fields, 32).transpose(0, 2, 1).reshape(-1)


# %% wrong: groups_turned_as_well
# You turned the groups over with the fields: now the first field of *all* groups comes first, and a
# point is spread over the whole array. The groups stay in front; turn what lies behind them.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(n // 32, 32, fields).transpose(2, 1, 0).reshape(-1)


# %% wrong: a_point_missing
# Numbers got lost: part of the points is missing in the memory. All groups belong in it.
def lay_out(points):
    fields = points.shape[1]
    return jnp.tile(points[:32].T.reshape(-1), len(points) // 32)[: len(points) * fields]


# %% wrong: thirty_two_groups
# You made 32 groups, however many points there are. A warp reads 32 points, so a *group* has 32,
# and there are as many groups as that makes.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(32, n // 32, fields).transpose(0, 2, 1).reshape(-1)


# %% wrong: every_so_many_points
# You put points into one group that are far apart: `reshape` cuts the rows as they lie, so the
# first axis has to count the groups, and the second the 32 points of each.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(32, n // 32, fields).transpose(1, 2, 0).reshape(-1)


# %% wrong: not_yet_a_line
# The order may be right, and it still has several axes. Memory is one long line: `.reshape(-1)` at
# the end.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(n // 32, 32, fields).transpose(0, 2, 1)


# %% right: groups_of_eight
def lay_out(points):
    n, fields = points.shape
    return jnp.swapaxes(points.reshape(n // 8, 8, fields), 1, 2).ravel()


# %% right: written_to_its_place
def lay_out(points):
    n, fields = points.shape
    p, f = jnp.arange(n)[:, None], jnp.arange(fields)
    where = p // 32 * 32 * fields + f * 32 + p % 32
    return jnp.zeros(n * fields, points.dtype).at[where].set(points)


# %% right: group_by_group
def lay_out(points):
    groups = jnp.split(points, len(points) // 32)
    return jnp.concatenate([column for group in groups for column in group.T[::-1]])
