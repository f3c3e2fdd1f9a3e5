# %% wrong: for_each_station
# You returned one value for each *station*: its distance to the nearest place. Map over the places,
# and pass all stations to each call: `in_axes=(0, None)`.
def nearest_station(places, stations):
    return jax.vmap(nearest, in_axes=(None, 0))(places, stations)


# %% wrong: all_distances_per_place
# Your values are right, but for each place you compute the distances of all places and keep only
# one row. Compute only the distances of that place: `vmap` maps over the places.
def nearest_station(places, stations):
    def row(i):
        apart = ((stations[:, None] - places) ** 2).sum(axis=2)
        return jnp.where(jnp.arange(len(places)) == i, apart, jnp.inf).min()

    return jnp.stack([row(i) for i in range(len(places))])


# %% wrong: minimum_per_coordinate
# You took the minimum of each coordinate separately and added the two minima. The two may belong to
# two different stations. Add the coordinates first, then take the minimum.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).min(axis=1).sum(axis=1)


# %% wrong: wrong_axis_summed
# You added over the stations and took the minimum of x and y. With many places, axis 0 counts the
# places, axis 1 the stations and axis 2 the coordinates. Add over axis 2.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=1).min(axis=1)


# %% wrong: square_root_taken
# You took the square root. Return the *squared* distance.
def nearest_station(places, stations):
    return jnp.sqrt(jax.vmap(nearest, in_axes=(0, None))(places, stations))


# %% wrong: maximum_taken
# You returned the distance to the farthest station. Use `min` over the stations.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=2).max(axis=1)


# %% wrong: one_place_at_a_time
# Your values are right, but each iteration of your loop waits for the previous one, although no
# place depends on another. `vmap` processes all places in parallel.
def nearest_station(places, stations):
    _, found = jax.lax.scan(lambda none, place: (none, nearest(place, stations)), None, places)
    return found


# %% wrong: mapped_over_both
# `vmap` mapped over the places *and* the stations: the first place with the first station, and so
# on. Every place needs all stations, so do not map over them: `in_axes=(0, None)`.
def nearest_station(places, stations):
    return jax.vmap(nearest)(places, stations)


# %% wrong: unrolled
# Your values are right, but Python unrolled your loop: the program has one copy of the body for
# each place, and each copy loads all stations again. `vmap` creates a single computation for all
# places.
def nearest_station(places, stations):
    return jnp.stack([nearest(place, stations) for place in places])


# %% wrong: separate_dot_product
# Your values are right. However, a dot product is a separate kernel that is not fused with the
# subtraction, so all differences are stored and loaded again. Square and add with `(d * d).sum()`,
# or use `nearest`.
def nearest_station(places, stations):
    def to_nearest(place):
        return jax.vmap(lambda station: jnp.dot(station - place, station - place))(stations).min()

    return jax.vmap(to_nearest)(places)


# %% wrong: minimum_missing
# You returned a table of the distances from each place to each station. Return one value for each
# place: the minimum of its row.
def nearest_station(places, stations):
    return ((places[:, None] - stations) ** 2).sum(axis=2)


# %% wrong: columns_for_rows
# `vmap` mapped over the columns of `places`: all x coordinates, then all y coordinates. A place is
# a row, so map over axis 0.
def nearest_station(places, stations):
    return jax.vmap(nearest, in_axes=(1, None))(places, stations)


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


# %% right: root_then_square
def nearest_station(places, stations):
    return (jnp.linalg.norm(places[:, None] - stations, axis=-1) ** 2).min(axis=1)


# %% right: square_expanded
def nearest_station(places, stations):
    squares = (places**2).sum(1)[:, None] + (stations**2).sum(1)
    return (squares - 2 * places @ stations.T).min(1)
