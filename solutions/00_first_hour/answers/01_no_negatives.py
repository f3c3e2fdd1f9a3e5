# %% wrong: branches_swapped
# You kept the negative readings and dropped the others. `jnp.maximum` takes the larger of two,
# `minimum` the smaller; `jnp.where(question, yes, no)` takes `yes` where the question is true.
def no_negatives(readings):
    return jnp.where(readings < 0, readings, 0)


# %% wrong: largest_of_all
# `jnp.max` takes the largest of *all* readings, one number, and its second argument is an axis.
# `jnp.maximum` takes the larger of two for each reading.
#
# -    return jnp.where(readings < 0, 0, readings)
# +    return jnp.max(readings, 0)


# %% wrong: sign_dropped
# You dropped the sign. A reading of -3 is a fault, not a 3: it becomes 0.
def no_negatives(readings):
    return jnp.abs(readings)


# %% wrong: the_question_itself
# You returned a 1 for each positive reading, and not the reading itself. Give the readings to
# `where` as its third argument.
def no_negatives(readings):
    return jnp.where(readings > 0, 1.0, 0.0)


# %% wrong: unchanged
# These are the readings as they came. A JAX array does not change: what you make of it is a new
# array, and that is what you return.
def no_negatives(readings):
    jnp.where(readings < 0, 0, readings)
    return readings


# %% wrong: a_mark_for_each
# You returned a mark for each reading, 0 or 1, and not the readings. One of the two answers that
# you give to `where` is the readings themselves.
def no_negatives(readings):
    return jnp.where(readings < 0, 0, 1)


# %% wrong: whole_numbers
# You cut the decimals off. Only what is negative is replaced; all else stays as it is.
def no_negatives(readings):
    return jnp.maximum(readings.astype(int), 0).astype(readings.dtype)


# %% wrong: integers
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


# %% right: half_of_both
def no_negatives(readings):
    return (readings + jnp.abs(readings)) / 2
