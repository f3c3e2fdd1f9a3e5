# %% wrong: int8_accumulator
# You accumulate the product in int8, which keeps only the low eight bits. A single product of two
# elements can be 127 * 127 = 16,129. Request int32 with `preferred_element_type`.
#
# -    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)
# +    rounded = quantized_x @ quantized_w.T


# %% wrong: truncated
# You convert to int8 without rounding. `.astype(jnp.int8)` discards the fraction. Round to the
# nearest integer first.
#
# -        rounded = jnp.round(rows / scale[:, None])
# +        rounded = rows / scale[:, None]


# %% wrong: wide_operands
# Your values are right, but the operands of your product take four bytes per element, in float32 or
# int32. Convert both to int8, accumulate in int32, and multiply by the scales after the product.
#
# -        return rounded.astype(jnp.int8), scale
# +        return rounded, scale
# -    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)
# +    rounded = quantized_x @ quantized_w.T


# %% wrong: float32_accumulator
# You accumulate the product in float32. Above 16,777,216, float32 cannot represent odd integers, so
# long rows give wrong sums. Accumulate in int32: multiplying by the scales converts the result to
# float32.
#
# -    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)
# +    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.float32)


# %% wrong: zero_row
# You divide 0 by 0 in a row of zeros, and the result is NaN. The scale of such a row is 1. Select
# this scale with `jnp.where`.
def layer(x, w):
    def quantize(rows):
        scale = jnp.abs(rows).max(axis=1) / 127
        return jnp.round(rows / scale[:, None]), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = quantize(x), quantize(w)
    return quantized_x @ quantized_w.T * (scale_x[:, None] * scale_w)


# %% wrong: scale_clamped
# You replace a small scale with a fixed minimum. A row of small values can have a smaller scale
# without being a row of zeros, and then its values are rounded to 0. Change only the scale of a row
# of zeros, with `jnp.where`.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = jnp.maximum(largest, 1e-8) / 127


# %% wrong: epsilon_added
# You add a small number to every scale, so rows of small values are rounded to 0. Only a row of
# zeros needs a different scale. Select this scale with `jnp.where`.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = largest / 127 + 1e-8


# %% wrong: largest_not_absolute
# You use the largest value of a row instead of the largest absolute value. If the row has a
# negative value of larger magnitude, the result does not fit into int8. Take the absolute value
# first.
#
# -        largest = jnp.max(jnp.abs(rows), axis=1)
# +        largest = jnp.max(rows, axis=1)


# %% wrong: one_scale
# You use one scale for the whole matrix. Rows with small values then use only a few of the int8
# values. Compute a scale for each row.
#
# -        largest = jnp.max(jnp.abs(rows), axis=1)
# +        largest = jnp.full(len(rows), jnp.max(jnp.abs(rows)))


# %% wrong: divided_by_128
# You divide the largest absolute value by 128. The largest int8 value is 127, so the largest
# element must become 127 or -127. Divide by 127.
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# -        rounded = jnp.round(rows / scale[:, None])
# +        scale = jnp.where(largest > 0, largest / 128, 1)
# +        rounded = jnp.clip(jnp.round(rows / scale[:, None]), -128, 127)


# %% wrong: scales_forgotten
# You return the product of the int8 matrices. Each row was divided by its scale, in `x` and in `w`.
# Multiply the result by both scales.
#
# -    return rounded * (scale_x[:, None] * scale_w)
# +    return rounded


# %% wrong: halves_rounded_up
# You round halves up. The task asks for halves to be rounded to the nearest even integer, so that
# rounding has no bias. Use `jnp.round`.
#
# -        rounded = jnp.round(rows / scale[:, None])
# +        rounded = jnp.floor(rows / scale[:, None] + 0.5)


# %% right: one_row_and_vmap
def layer(x, w):
    def quantize(row):
        largest = jnp.max(jnp.abs(row))
        scale = jnp.where(largest == 0, 1, largest / 127)
        return jnp.rint(row / scale).astype(jnp.int8), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = (jax.vmap(quantize)(rows) for rows in (x, w))
    rounded = jnp.einsum("bk,nk->bn", quantized_x, quantized_w, preferred_element_type=jnp.int32)
    return rounded.astype(jnp.float32) * scale_x[:, None] * scale_w[None, :]


# %% right: kept_two_dimensional
def layer(x, w):
    def quantize(rows):
        largest = jnp.abs(rows).max(axis=1, keepdims=True)
        scale = jnp.where(largest > 0, largest, 127) / 127
        return (rows / scale).round().astype("int8"), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = quantize(x), quantize(w)
    sides = (((1,), (1,)), ((), ()))
    rounded = jax.lax.dot_general(quantized_x, quantized_w, sides, preferred_element_type=jnp.int32)
    return scale_x * rounded * scale_w.T


# %% right: scales_as_a_product
# The product of a column and a row has no sums, so float32 loses nothing.
def layer(x, w):
    def quantize(rows):
        largest = jnp.maximum(rows.max(axis=1, keepdims=True), -rows.min(axis=1, keepdims=True))
        scale = jnp.where(largest == 0, 1, largest / 127)
        return jnp.round(rows / scale).astype(jnp.int8), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = quantize(x), quantize(w)
    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)
    return rounded * (scale_x @ scale_w.T)


# %% right: nan_replaced
# For a row of zeros, this divides 0 by 0. The result is still right: the NaN becomes some int8,
# which is multiplied by the scale 0. Without the conversion the NaN remains (`zero_row`).
#
# -        scale = jnp.where(largest > 0, largest / 127, 1)
# +        scale = largest / 127
