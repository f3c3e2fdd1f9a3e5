# ---
# title: Mend a layout
# kind: function
# points: 2
# minutes: 15
# hints:
#   - "Which entries does a warp read at the same moment? They should lie side by side. How far is
#     it then from the first field of a point to its last?"
#   - "Field by field, all points: four sectors, but a point is all over the array. Point by point:
#     together, but a warp skips from one to the next. Is there something between? Think of 32
#     points."
#   - "Cut the points into groups of 32, and go field by field inside a group. Group `p // 32`
#     begins at `p // 32 * 32 * fields`; in it, field `f` of point `p` lies at `f * 32 + p % 32`."
# ---

# %% [markdown]
# Lay out points in memory so that a warp fetches nothing in vain, and a point stays together.
#
# There are `points` points, a multiple of 32, with `fields` numbers of 4 bytes each. A layout is an
# array: `where[p, f]` is the entry at which field `f` of point `p` lies. Every number from 0 to
# `points * fields - 1` occurs once. Two readers must be content. A *warp* reads one field of 32
# points that follow each other, `p = 0..31`, `32..63` and so on: at most 4 sectors of 32 bytes. A
# *single thread* reads all fields of one point: from the first to the last at most 4096 bytes.
#
# Most programs begin point by point, `p * fields + f`. A warp touches up to 32 sectors there. Mend
# it.

# %% given
import numpy as np


# %% answer
def layout(points, fields):
    """(64, 3) -> an array of 64 by 3 entries. One line more: mend `return p * fields + f`."""
    p, f = np.arange(points)[:, None], np.arange(fields)
    ### BEGIN SOLUTION
    return p // 32 * 32 * fields + f * 32 + p % 32
    ### END SOLUTION


# %% check
def both_content(where, points, fields):
    where = np.asarray(where)
    if sorted(where.ravel().tolist()) != list(range(points * fields)):
        return "Every entry from 0 to points * fields - 1 must be used, and used once."
    for first in range(0, points, 32):
        for field in range(fields):
            touched = len(np.unique(where[first : first + 32, field] * 4 // 32))
            if touched > 4:
                return (
                    f"A warp must touch at most 4 sectors; for field {field} of the points "
                    f"{first} to {first + 31} it touches {touched}."
                )
    apart = int((where.max(axis=1) - where.min(axis=1)).max()) * 4
    if apart > 4096:
        return f"A point must stay within 4096 bytes; one lies across {apart}."
    return True


def cloud(draw):
    return 32 * draw.pick([1, 2, 5, 48, 64]), draw.int(2, 8)


check(layout, given=cloud, law=both_content)


# %% wrong: point_by_point
# That is the layout as it was: a point lies together, but a warp that reads one field jumps from
# point to point, and most of each sector is fetched in vain.
def layout(points, fields):
    p, f = np.arange(points)[:, None], np.arange(fields)
    return p * fields + f


# %% wrong: field_by_field
# The warp is content: it reads 32 entries side by side. But the fields of one point now lie as far
# apart as there are points. Do it within groups of 32 points.
def layout(points, fields):
    p, f = np.arange(points)[:, None], np.arange(fields)
    return f * points + p


# %% wrong: groups_that_overlap
# Within a group your layout is right. But a group of 32 points takes `32 * fields` entries, so the
# next one begins so far on, and not after 32.
def layout(points, fields):
    p, f = np.arange(points)[:, None], np.arange(fields)
    return p // 32 * 32 + f * 32 + p % 32


# %% wrong: fields_as_wide_as_the_fields
# Your groups begin where they should. Inside a group a field takes as many entries as there are
# points in the group, 32, not as many as there are fields: two numbers share an entry.
def layout(points, fields):
    p, f = np.arange(points)[:, None], np.arange(fields)
    return p // 32 * 32 * fields + f * fields + p % 32


# %% right: groups_of_eight_in_order
def layout(points, fields):
    p, f = np.arange(points)[:, None], np.arange(fields)
    return p // 8 * 8 * fields + f * 8 + p % 8


# %% right: reshaped
def layout(points, fields):
    entries = np.arange(points * fields).reshape(points // 32, fields, 32)
    return entries.transpose(0, 2, 1).reshape(points, fields)


# %% right: plain_python
def layout(points, fields):
    return [
        [(p - p % 32) * fields + 32 * (fields - 1 - f) + p % 32 for f in range(fields)]
        for p in range(points)
    ]
