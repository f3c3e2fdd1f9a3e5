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
