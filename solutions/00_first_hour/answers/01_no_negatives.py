# %% wrong: branches_swapped
# You kept the negative readings and replaced the others. `jnp.maximum` returns the larger of two
# values and `jnp.minimum` the smaller. `jnp.where(condition, a, b)` takes from `a` where the
# condition is true.
def no_negatives(readings):
    return jnp.where(readings < 0, readings, 0)


# %% wrong: max_of_all
# `jnp.max` returns the largest of *all* readings, a single value, and its second argument is an
# axis. Use `jnp.maximum`, which returns the larger of two values for each reading.
#
# -    return jnp.where(readings < 0, 0, readings)
# +    return jnp.max(readings, 0)


# %% wrong: sign_dropped
# You dropped the sign. A reading of -3 is invalid and becomes 0, not 3.
def no_negatives(readings):
    return jnp.abs(readings)


# %% wrong: mask_as_float
# You returned 1 for each positive reading instead of the reading itself. Pass the readings to
# `where` as one of its two values.
def no_negatives(readings):
    return jnp.where(readings > 0, 1.0, 0.0)


# %% wrong: unchanged
# You returned the readings unchanged. A JAX array cannot be modified: an operation on it returns a
# new array. Return that new array.
def no_negatives(readings):
    jnp.where(readings < 0, 0, readings)
    return readings


# %% wrong: mask_as_integer
# You returned 0 or 1 for each reading instead of the readings. One of the two values that you pass
# to `where` must be the readings.
def no_negatives(readings):
    return jnp.where(readings < 0, 0, 1)


# %% wrong: decimals_removed
# You removed the decimals. Replace only the negative readings and leave all others unchanged.
def no_negatives(readings):
    return jnp.maximum(readings.astype(int), 0).astype(readings.dtype)


# %% wrong: integer_dtype
# You returned integers, which have no decimals. Keep the dtype of the readings.
#
# -    return jnp.where(readings < 0, 0, readings)
# +    return jnp.where(readings < 0, 0, readings).astype(int)


# %% right: with_maximum
def no_negatives(readings):
    return jnp.maximum(readings, 0)


# %% right: with_a_mask
def no_negatives(readings):
    mask = (readings > 0).astype(readings.dtype)
    return readings * mask


# %% right: with_clip
def no_negatives(readings):
    return jnp.clip(readings, 0, None)


# %% right: mean_with_absolute_value
def no_negatives(readings):
    return (readings + jnp.abs(readings)) / 2
