# ---
# title: Compute a layer in int8
# kind: program
# points: 3
# minutes: 25
# hints:
#   - "First write a function for one matrix. The scale of a row is its largest absolute value
#     divided by 127. `jnp.where` gives a row of zeros the scale 1."
#   - "`jnp.round(rows / scale[:, None])` computes the integers, and `.astype(jnp.int8)` converts
#     them to int8. Their product does not fit into int8, so accumulate it in int32."
#   - "`jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)`, multiplied by
#     `scale_x[:, None] * scale_w`."
# choices:
#   "jnp.where(largest > 0, largest / 127, 1)":
#     a row of zeros stays zero with any scale, and converting 0 / 0 to int8 gives 0
# ---

# %% [markdown]
# Compute the layer `x @ w.T` in int8: quantise both matrices row by row, multiply the int8 matrices
# with an int32 result, and return the layer's output in float32.
#
# - The *scale* of a row is its largest absolute value divided by 127, or 1 for a row of zeros.
# - Divide each element by the scale of its row, and round to the nearest integer. Round halves to
#   the even neighbour, as `jnp.round` does. For example, the row `[254, -63]` has the scale 2 and
#   the integers 127 and -32.
# - Multiply the integers of `x` and `w`. Then multiply each element of the product by the scale of
#   its row of `x` and by the scale of its row of `w`.
# - The operands of the product must be int8, and it must accumulate in int32: pass
#   `preferred_element_type=jnp.int32` to `jnp.matmul`.
# - For `b = 12`, `n = 4` and `k = 64`, the work may be at most 22,900 operations, twice that of our
#   solution, and the bytes moved at most 13,760, 1.25 times those of our solution. Integers stored
#   in float32 take four times as many bytes.
#
# (Servers of language models store `w` in this form. Such weights are called *quantised*.)

# %% given
import jax
import jax.numpy as jnp


# %% answer
def layer(x, w):
    """x: f32[b, k], w: f32[n, k] -> f32[b, n]. Six to nine lines."""

    ### BEGIN SOLUTION
    def quantize(rows):
        largest = jnp.max(jnp.abs(rows), axis=1)
        scale = jnp.where(largest > 0, largest / 127, 1)
        rounded = jnp.round(rows / scale[:, None])
        return rounded.astype(jnp.int8), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = quantize(x), quantize(w)
    rounded = jnp.matmul(quantized_x, quantized_w.T, preferred_element_type=jnp.int32)
    return rounded * (scale_x[:, None] * scale_w)
    ### END SOLUTION


# %% check
import numpy as np


def plain(x, w):
    def quantize(rows):
        largest = np.abs(rows).max(axis=1)
        scale = np.where(largest > 0, largest / 127, 1)
        return np.round(rows / scale[:, None]), scale

    (quantized_x, scale_x), (quantized_w, scale_w) = quantize(x), quantize(w)
    return quantized_x @ quantized_w.T * (scale_x[:, None] * scale_w)


def some_rows(draw):
    b, n, k = draw.each([(1, 1, 1), (7, 5, 33), (1, 9, 16), (12, 4, 64)])

    def with_exact_scales(rows):
        """Make the largest value of each row 127 times a power of two, so that divisions are exact.
        Many quotients lie halfway between two integers."""
        rows = rows.astype(float)  # an integer array would discard the fractions
        for i, row in enumerate(rows):
            row[:] = row / (1, 2 * 2**40, 0.5)[i % 3]
            row[i % len(row)] = (127, 127 / 2**40, 508)[i % 3] * (-1) ** i
            if i % 5 == 3 and len(row) > 1:  # sums to 0, but is not a row of zeros
                row[np.arange(len(row)) != i % len(row)] = 0
                row[(i + 1) % len(row)] = -row[i % len(row)]
            if i % 5 == 4:
                row[:] = 0
        return rows

    def rows_of(count):
        return draw.array("f32", (count, k), -127, 127, then=with_exact_scales)

    return rows_of(b), rows_of(n)


check(
    layer,
    spec=plain,
    given=some_rows,
    tolerance=0,
    sums="i32",
    budget=Budget(work=2, bytes=1.25),
)
