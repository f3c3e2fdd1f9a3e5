# %% wrong: point_by_point
# You returned the original layout. The fields of a point are adjacent, but a warp that reads one
# field skips from point to point, so most bytes of each sector are not used. Put the same field of
# several points next to each other.
def lay_out(points):
    return points.reshape(-1)


# %% wrong: field_by_field
# You stored each field of all points contiguously. That is good for the warp, but the distance
# between two fields of one point is now the number of points. Do this only within groups of 32
# points.
def lay_out(points):
    return points.T.reshape(-1)


# %% wrong: reshape_without_transpose
# You gave each group the shape `(fields, 32)`. `reshape` does not move any elements, and 32 points
# are 32 rows of `fields` elements, so the shape of a group is `(32, fields)`. Use this shape, then
# transpose the group.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(n // 32, fields, 32).transpose(0, 2, 1).reshape(-1)


# %% wrong: group_axis_moved
# You moved the axis of the groups as well. Now the first field of *all* groups comes first, and a
# point is spread over the whole array. Keep that axis first, and transpose the other two.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(n // 32, 32, fields).transpose(2, 1, 0).reshape(-1)


# %% wrong: points_repeated
# You left out some of the points and repeated others. Return the elements of all groups.
def lay_out(points):
    fields = points.shape[1]
    return jnp.tile(points[:32].T.reshape(-1), len(points) // 32)[: len(points) * fields]


# %% wrong: thirty_two_groups
# You made 32 groups, however many points there are. A warp reads 32 points, so make *groups of* 32
# points.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(32, n // 32, fields).transpose(0, 2, 1).reshape(-1)


# %% wrong: strided_groups
# You put points into a group that are not consecutive. `reshape` cuts the rows in their order, so
# the first axis must count the groups, and the second the 32 points of a group.
def lay_out(points):
    n, fields = points.shape
    return points.reshape(32, n // 32, fields).transpose(1, 2, 0).reshape(-1)


# %% wrong: not_flattened
# You returned an array with several axes. Return a one-dimensional array: use `.reshape(-1)` at the
# end.
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
