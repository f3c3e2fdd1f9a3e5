# %% wrong: into_int8
# Your product is added up in int8, and what does not fit into 8 bits is cut off: even two numbers
# of 127 make 16,129. Ask for int32 with `preferred_element_type`.
#
# -    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)
# +    whole = short_x @ short_w.T


# %% wrong: into_float32
# Your product is added up in float32, and that is right only in short rows: beyond 16,777,216 it
# leaves odd numbers out. Add up in int32; the scales make float32 of it.
#
# -    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)
# +    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.float32)


# %% wrong: cut_off
# `.astype(jnp.int8)` cuts off the decimals. Round first: the nearest whole number is asked for.
#
# -        whole = jnp.round(rows / scale[:, None])
# +        whole = rows / scale[:, None]


# %% wrong: halves_up
# Halves went up. `jnp.round` takes them to the even neighbour, so that they do not all go the same
# way.
#
# -        whole = jnp.round(rows / scale[:, None])
# +        whole = jnp.floor(rows / scale[:, None] + 0.5)


# %% wrong: zero_row
# A row of zeros: you divided 0 by 0, and that is not a number (NaN). Such a row gets the scale 1.
def layer(x, w):
    def shortened(rows):
        scale = jnp.abs(rows).max(axis=1) / 127
        return jnp.round(rows / scale[:, None]), scale

    (short_x, scale_x), (short_w, scale_w) = shortened(x), shortened(w)
    return short_x @ short_w.T * (scale_x[:, None] * scale_w)


# %% wrong: one_scale
# You took one scale for a whole matrix. A row with small numbers then has few whole numbers left:
# each row has a scale of its own.
#
# -        largest = jnp.max(jnp.abs(rows), axis=1)
# +        largest = jnp.full(len(rows), jnp.max(jnp.abs(rows)))


# %% wrong: by_128
# You divided by 128. The largest is to become 127: that is as far as int8 goes upwards.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# -        whole = jnp.round(rows / scale[:, None])
# +        scale = jnp.where(largest > 0, largest / 128, 1)
# +        whole = jnp.clip(jnp.round(rows / scale[:, None]), -128, 127)


# %% wrong: not_shortened
# That is the layer in float32, more exact than asked for. In eight bits it is another number: go
# through the whole numbers.
def layer(x, w):
    return x @ w.T


# %% wrong: largest_not_absolute
# You took the largest number of a row, and not the largest absolute value: where a row's largest is
# a negative one, its whole numbers do not fit into eight bits.
#
# -        largest = jnp.max(jnp.abs(rows), axis=1)
# +        largest = jnp.max(rows, axis=1)


# %% wrong: wide_whole_numbers
# Right, but not in eight bits: your product is of numbers that take four bytes each, in float32 or
# int32. Hand it int8, and ask it to add up in int32. The scales come after the product.
#
# -        return whole.astype(jnp.int8), scale
# +        return whole, scale
# -    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)
# +    whole = short_x @ short_w.T


# %% wrong: scale_of_w_forgotten
# The scales of `w` are missing: the whole numbers stand for numbers that were divided by both.
#
# -    return whole * (scale_x[:, None] * scale_w)
# +    return whole * scale_x[:, None]


# %% wrong: scales_forgotten
# Those are the whole numbers of the product. Each stands for a number that was divided by its row's
# scale, in `x` and in `w`: multiply by both.
#
# -    return whole * (scale_x[:, None] * scale_w)
# +    return whole


# %% wrong: whole_numbers_in_float32
# Those are the whole numbers of the product, written as float32. Each stands for a number that was
# divided by its row's scale, in `x` and in `w`: multiply by both.
#
# -    return whole * (scale_x[:, None] * scale_w)
# +    return whole.astype(jnp.float32)


# %% wrong: divided_once_more
# You divided by the scales once more. You got the whole numbers by dividing by them: to go back,
# multiply.
#
# -    return whole * (scale_x[:, None] * scale_w)
# +    return whole / (scale_x[:, None] * scale_w)


# %% wrong: column_by_column
# You took the largest value of each column. A row of `x` is multiplied with a row of `w`, so a
# scale belongs to a row: take the largest along it.
#
# -        largest = jnp.max(jnp.abs(rows), axis=1)
# +        largest = jnp.max(jnp.abs(rows), axis=0)
# -        whole = jnp.round(rows / scale[:, None])
# +        whole = jnp.round(rows / scale)
# -    return whole * (scale_x[:, None] * scale_w)
# +    return whole.astype(jnp.float32)


# %% wrong: without_a_sign
# Your whole numbers have no sign: `uint8` has no number below 0. A row has numbers of both signs,
# and `int8` goes from -128 to 127.
#
# -        return whole.astype(jnp.int8), scale
# +        return whole.astype(jnp.uint8), scale


# %% wrong: a_little_added
# You kept the scales away from 0: you added a small number to each, or gave them a smallest value.
# Then all small numbers of a row become 0. Only a row of zeros gets another scale: `jnp.where`.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = largest / 127 + 1e-8


# %% wrong: small_rows_cut
# You kept a scale of 0 away by a smallest number. A row may be smaller than that and still not be a
# row of zeros: its scale is its largest absolute value divided by 127, however small. Choose with
# `jnp.where`.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = jnp.maximum(largest, 1e-8) / 127


# %% right: one_row_and_vmap
def layer(x, w):
    def shortened(row):
        largest = jnp.max(jnp.abs(row))
        scale = jnp.where(largest == 0, 1, largest / 127)
        return jnp.rint(row / scale).astype(jnp.int8), scale

    (short_x, scale_x), (short_w, scale_w) = (jax.vmap(shortened)(rows) for rows in (x, w))
    whole = jnp.einsum("bk,nk->bn", short_x, short_w, preferred_element_type=jnp.int32)
    return whole.astype(jnp.float32) * scale_x[:, None] * scale_w[None, :]


# %% right: kept_two_dimensional
def layer(x, w):
    def shortened(rows):
        largest = jnp.abs(rows).max(axis=1, keepdims=True)
        scale = jnp.where(largest > 0, largest, 127) / 127
        return (rows / scale).round().astype("int8"), scale

    (short_x, scale_x), (short_w, scale_w) = shortened(x), shortened(w)
    sides = (((1,), (1,)), ((), ()))
    whole = jax.lax.dot_general(short_x, short_w, sides, preferred_element_type=jnp.int32)
    return scale_x * whole * scale_w.T


# %% right: scales_as_a_product
# A column times a row adds nothing up, so float32 loses nothing there.
def layer(x, w):
    def shortened(rows):
        largest = jnp.maximum(rows.max(axis=1, keepdims=True), -rows.min(axis=1, keepdims=True))
        scale = jnp.where(largest == 0, 1, largest / 127)
        return jnp.round(rows / scale).astype(jnp.int8), scale

    (short_x, scale_x), (short_w, scale_w) = shortened(x), shortened(w)
    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)
    return whole * (scale_x @ scale_w.T)


# %% right: nan_that_becomes_nothing
# A row of zeros is divided 0 by 0 here. No answer can show it: whatever int8 a nan becomes, the
# scale of 0 makes 0 of it. In float32 the nan stays, and is told: `zero_row`.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = largest / 127
