# %% wrong: output_transposed
# Your values are right, but rows and columns are swapped: you returned a row for each sensor.
# `vmap` stacks along axis 0 unless `out_axes` is given. Set `out_axes`.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, 0))(readings, gains)


# %% wrong: mapped_over_hours
# You mapped over axis 0 of `readings`, which gives one lane for each hour. A sensor is a column, so
# map over axis 1.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(0, 0), out_axes=1)(readings, gains)


# %% wrong: in_axes_not_a_tuple
# You passed `in_axes=1`, which maps over axis 1 of *every* argument, and `gains` has no axis 1.
# Pass a tuple with an entry for each argument.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=1, out_axes=1)(readings, gains)


# %% wrong: gains_not_mapped
# You gave all gains to every sensor. Each sensor has its own gain: map over `gains` as well.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, None), out_axes=1)(readings, gains)


# %% wrong: first_gain_for_all
# You applied the first gain to every sensor. Each sensor has its own gain: map over `gains`, too.
def all_changes(readings, gains):
    return jax.vmap(changes, in_axes=(1, None), out_axes=1)(readings, gains[0])


# %% wrong: without_vmap
# You passed all sensors to `changes`, which handles one sensor. `jnp.diff` takes differences along
# the last axis, from sensor to sensor. Use `vmap`.
def all_changes(readings, gains):
    return changes(readings, gains)


# %% wrong: gains_forgotten
# You left out the gains. Multiply the changes of each sensor by its gain.
def all_changes(readings, gains):
    return jnp.diff(readings, axis=0)


# %% wrong: sign_reversed
# Your changes have the wrong sign. A change is the later reading minus the earlier one. Call
# `changes`, which computes this difference.
def all_changes(readings, gains):
    return gains * (readings[:-1] - readings[1:])


# %% wrong: first_hour_included
# You returned a change for the first hour as well. There is no reading before the first hour, so
# `h` hours have `h - 1` changes.
def all_changes(readings, gains):
    return gains * jnp.diff(readings, axis=0, prepend=0)


# %% wrong: one_sensor_at_a_time
# Your values are right, but you process one sensor or one hour after another: each iteration waits
# for the previous one. Use `vmap`, which processes them in parallel.
def all_changes(readings, gains):
    return jax.lax.map(lambda one: changes(*one), (readings.T, gains)).T


# %% right: by_broadcasting
def all_changes(readings, gains):
    return gains * jnp.diff(readings, axis=0)


# %% right: transposed_twice
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
