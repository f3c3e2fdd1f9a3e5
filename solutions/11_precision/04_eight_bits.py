# ---
# title: A layer in eight bits
# kind: program
# points: 3
# minutes: 25
# hints:
#   - "First a function for one matrix. Its scales: for each row the largest absolute value, divided
#     by 127. A row of zeros gets the scale 1, by `jnp.where`."
#   - "`jnp.round(rows / scale[:, None])` are the whole numbers, and `.astype(jnp.int8)` makes them
#     int8. Their product does not fit into int8: add it up in int32."
#   - "`jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)`, and then times
#     `scale_x[:, None] * scale_w`."
# choices:
#   "jnp.where(largest > 0, largest / 127, 1)":
#     a row of zeros stays one at any scale; of 0 / 0 the conversion to int8 makes 0
# ---

# %% [markdown]
# Compute the layer `x @ w.T` in eight bits: shorten both matrices row by row, multiply int8 by int8
# into int32, and give it back in float32.
#
# The *scale* of a row is its largest absolute value divided by 127; a row of zeros has the scale 1.
# Each number becomes the whole number nearest to it divided by its row's scale (halves go to the
# even neighbour, as `jnp.round` has it). The product of the whole numbers, times the scale of its
# row of `x` and that of its row of `w`, is the answer.
#
# The whole numbers have to *be* int8: a matrix of whole numbers in float32 is four times as large,
# and the check counts what is moved. (A server of language models keeps `w` in eight bits on its
# disk, and gains there even more: *quantised* weights.)

# %% given
import jax
import jax.numpy as jnp


# %% answer
def layer(x, w):
    """x: f32[b, k], w: f32[n, k] -> f32[b, n]. Six to nine lines."""

    ### BEGIN SOLUTION
    def shortened(rows):
        largest = jnp.max(jnp.abs(rows), axis=1)
        scale = jnp.where(largest > 0, largest / 127, 1)
        whole = jnp.round(rows / scale[:, None])
        return whole.astype(jnp.int8), scale

    (short_x, scale_x), (short_w, scale_w) = shortened(x), shortened(w)
    whole = jnp.matmul(short_x, short_w.T, preferred_element_type=jnp.int32)
    return whole * (scale_x[:, None] * scale_w)
    ### END SOLUTION


# %% check
import numpy as np


def plain(x, w):
    def shortened(rows):
        largest = np.abs(rows).max(axis=1)
        scale = np.where(largest > 0, largest / 127, 1)
        return np.round(rows / scale[:, None]), scale

    (short_x, scale_x), (short_w, scale_w) = shortened(x), shortened(w)
    return short_x @ short_w.T * (scale_x[:, None] * scale_w)


def some_rows(draw):
    b, n, k = draw.each([(1, 1, 1), (7, 5, 33), (1, 9, 16), (12, 4, 64)])

    def with_exact_scales(rows):
        """Each row's largest is 127 times a power of two, so that no division rounds; many a
        number lies half way between two whole ones."""
        rows = rows.astype(float)  # in whole numbers the parts of a division would be lost
        for i, row in enumerate(rows):
            row[:] = row / (1, 2 * 2**40, 0.5)[i % 3]
            row[i % len(row)] = (127, 127 / 2**40, 508)[i % 3] * (-1) ** i
            if i % 5 == 3 and len(row) > 1:  # adds up to 0 and is no row of zeros
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
