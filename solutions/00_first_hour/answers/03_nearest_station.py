# %% wrong: for_each_station
# You have one answer for each *station*: how far the nearest place is. Take the places one at a
# time, and give all stations to each: `in_axes=(0, None)`.
def nearest_station(places, stations):
    return jax.vmap(nearest, in_axes=(None, 0))(places, stations)


# %% wrong: all_for_each
# Right, but for each place you work out the distances of all places and keep one row of them.
# `vmap` takes the places one at a time, and needs only the distances of that place.
def nearest_station(places, stations):
    def row(i):
        apart = ((stations[:, None] - places) ** 2).sum(axis=2)
        return jnp.where(jnp.arange(len(places)) == i, apart, jnp.inf).min()

    return jnp.stack([row(i) for i in range(len(places))])


# %% wrong: each_coordinate_alone
# You looked for the nearest station in each coordinate separately and added the two. They may be
# two different stations. Add the coordinates first, then take the smallest.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).min(axis=1).sum(axis=1)


# %% wrong: added_over_the_stations
# You added over the stations and kept the smaller of x and y. Where there are many places, theirs
# is axis 0, the stations' is axis 1, and x and y lie along axis 2: that is the one to add over.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=1).min(axis=1)


# %% wrong: took_the_root
# Right, except for the root: the *squared* distance is asked for.
def nearest_station(places, stations):
    return jnp.sqrt(jax.vmap(nearest, in_axes=(0, None))(places, stations))


# %% wrong: the_farthest
# That is the farthest station. Take `min` over the stations.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=2).max(axis=1)


# %% wrong: one_place_at_a_time
# Your values are right, but you take one place after another: each turn of your loop waits for the
# turn before it, although no place needs another. `vmap` computes them all together.
def nearest_station(places, stations):
    _, found = jax.lax.scan(lambda none, place: (none, nearest(place, stations)), None, places)
    return found


# %% wrong: took_both_apart
# `vmap` took the places apart *and* the stations: the first place with the first station, and so
# on. All stations go to every place, so they must stay whole: `in_axes=(0, None)`.
def nearest_station(places, stations):
    return jax.vmap(nearest)(places, stations)


# %% wrong: loop_written_out
# Your values are right, but the program is as long as the list of places: Python wrote your loop
# out, a piece for each place, and each piece fetches all stations again. `vmap` makes one piece for
# all.
def nearest_station(places, stations):
    return jnp.stack([nearest(place, stations) for place in places])


# %% wrong: added_before_squaring
# You added the x and the y of the distance before you squared. Square each, then add.
def nearest_station(places, stations):
    return ((places[:, None] - stations).sum(axis=2) ** 2).min(axis=1)


# %% wrong: product_of_differences
# Your values are right. But a product is a step of its own, which does not join with the one
# before: first all differences are written down, then they are fetched again. Square and add, `(d *
# d).sum()`, or let `nearest` do it.
def nearest_station(places, stations):
    def to_nearest(place):
        return jax.vmap(lambda station: jnp.dot(station - place, station - place))(stations).min()

    return jax.vmap(to_nearest)(places)


# %% wrong: distances_to_all
# You have a table, from each place to each station. The task asks for one number for each place:
# the smallest of each row.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=2)


# %% wrong: columns_for_rows
# `vmap` took the columns of `places`: all x, then all y. A place is a row, and rows lie along axis
# 0.
def nearest_station(places, stations):
    return jax.vmap(nearest, in_axes=(1, None))(places, stations)


# %% wrong: sizes_for_squares
# You added the absolute values of the two differences (the Manhattan distance). The squared
# distance is the sum of their squares.
def nearest_station(places, stations):
    return jnp.abs(places[:, None] - stations).sum(axis=2).min(axis=1)


# %% right: by_broadcasting
def nearest_station(places, stations):
    return ((places[:, None, :] - stations[None, :, :]) ** 2).sum(-1).min(-1)


# %% right: with_a_lambda
def nearest_station(places, stations):
    return jax.vmap(lambda place: nearest(place, stations))(places)


# %% right: vmap_twice
def nearest_station(places, stations):
    def squared(place, station):
        return jnp.sum((place - station) ** 2)

    to_all = jax.vmap(squared, in_axes=(None, 0))
    return jax.vmap(to_all, in_axes=(0, None))(places, stations).min(axis=1)


# %% right: root_and_square
def nearest_station(places, stations):
    return (jnp.linalg.norm(places[:, None] - stations, axis=-1) ** 2).min(axis=1)


# %% right: multiplied_out
def nearest_station(places, stations):
    squares = (places**2).sum(1)[:, None] + (stations**2).sum(1)
    return (squares - 2 * places @ stations.T).min(1)
