# %% wrong: came_out_as_rows
# The numbers are right, but rows and columns are swapped: you have a row for each sensor. Lanes are
# stacked along axis 0 unless `out_axes` says otherwise.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, 0))(readings, gains)


# %% wrong: hours_for_sensors
# You took `readings` apart along axis 0: a lane for each hour. A sensor is a column, axis 1.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(0, 0), out_axes=1)(readings, gains)


# %% wrong: one_entry_for_all
# `in_axes=1` asks for axis 1 of *every* argument, and `gains` has none. Give each argument its own
# entry, in a tuple.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=1, out_axes=1)(readings, gains)


# %% wrong: all_gains_for_each
# Every sensor got all the gains. Each has one: take `gains` apart as well.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, None), out_axes=1)(readings, gains)


# %% wrong: first_gain_for_all
# Every sensor got the first one's gain. Each has one: take `gains` apart as well.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, None), out_axes=1)(readings, gains[0])


# %% wrong: without_vmap
# You handed everything to `changes` at once. It knows one sensor only, and `jnp.diff` goes along
# the last axis: from sensor to sensor.
def all_changes(readings, gains):
    return changes(readings, gains)


# %% wrong: gains_forgotten
# You left the gains out. Each sensor's changes are multiplied by its own.
def all_changes(readings, gains):
    return jnp.diff(readings, axis=0)


# %% wrong: backwards_in_time
# Your changes have the wrong sign: a change is the later reading minus the earlier one. Let
# `changes` do the work.
def all_changes(readings, gains):
    return gains * (readings[:-1] - readings[1:])


# %% wrong: change_from_nothing
# You gave the first hour a change as well, from 0. There is no reading before it: of `h` hours
# there are `h - 1` changes.
def all_changes(readings, gains):
    return gains * jnp.diff(readings, axis=0, prepend=0)


# %% wrong: one_sensor_at_a_time
# Your numbers are right, but you take one sensor or one hour after another: each turn of your loop
# waits for the turn before. `vmap` does them side by side, and leaves them in place.
def all_changes(readings, gains):
    return jax.lax.map(lambda one: changes(*one), (readings.T, gains)).T


# %% right: by_broadcasting
def all_changes(readings, gains):
    return gains * jnp.diff(readings, axis=0)


# %% right: turned_twice
def all_changes(readings, gains):
    return jax.vmap(changes)(readings.T, gains).T


# %% right: from_the_end
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(-1, 0), out_axes=-1)(readings, gains)


# %% right: gains_last
def all_changes(readings, gains):
    return jax.vmap(lambda series: changes(series, 1), 1, 1)(readings) * gains[None, :]


# %% right: product_with_a_matrix
def all_changes(readings, gains):
    h = len(readings)
    return (jnp.eye(h - 1, h, 1) - jnp.eye(h - 1, h)) @ readings * gains


# %% right: products_with_two_matrices
def all_changes(readings, gains):
    h = len(readings)
    return (jnp.eye(h - 1, h, 1) - jnp.eye(h - 1, h)) @ readings @ jnp.diag(gains)


# %% right: convolved
def all_changes(readings, gains):
    def one(series, gain):
        return jnp.convolve(series, gain * jnp.array([1.0, -1.0]), mode="valid")

    return jax.vmap(one, in_axes=(1, 0), out_axes=1)(readings, gains)
