# ---
# title: Write a convolution as one product (im2col)
# kind: program
# points: 3
# minutes: 20
# hints:
#   - "Do not loop over the positions of the image. Loop over the `k * k` positions of the kernel.
#     The values that kernel position `(i, j)` meets are one slice of `images`."
#   - "The slice is `images[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]`. There are
#     `k * k` of these slices, each of shape `(b, h', w', c)`."
#   - "Stack them *before* the channel axis: `patches = jnp.stack(slices, axis=3)` has shape `(b,
#     h', w', k * k, c)`. The rows are `patches.reshape(-1, k * k * c)`, and the product is reshaped
#     to `(*patches.shape[:3], out)`."
# ---

# %% [markdown]
# Build the matrix that turns a convolution into one matrix product, and compute the product.
#
# `images` holds `b` images of `h` by `w` with `c` channels. `kernel` holds `out` kernels of `k` by
# `k` with `c` channels, which move by `stride` positions at a time. There is no padding: every
# window lies inside the image, and rows and columns that remain at the far edge are dropped. Return
# two arrays:
#
# - `rows`: a matrix with one row for each position of the kernels. The positions are ordered by
#   image, then by row and column of the image. A row of the matrix holds the values that a kernel
#   covers at this position, in the order of the axes of `kernel`: row, column, channel. For
#   example, the image `[[1, 2, 3], [4, 5, 6]]` with one channel has the rows `[1, 2, 4, 5]` and
#   `[2, 3, 5, 6]` for kernels of 2 by 2 and a stride of 1.
# - `output`: the convolution, that is, `rows` times the kernels as a matrix, in the shape
#   `(b, h', w', out)`. `h'` and `w'` are the numbers of positions along the height and the width.
#
# Do not loop over positions with `jax.lax`, because each iteration waits for the previous one. A
# Python `for` is fine, because it leaves no loop in the program. For two images of 7 by 10 with 3
# channels and a kernel of 4 by 4, the span (longest chain of dependent operations) may be at most
# 28, four times that of our solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def im2col(images, kernel, stride):
    """images: f32[b, h, w, c], kernel: f32[k, k, c, out], stride: 1 or 2

    -> rows: f32[b * h' * w', k * k * c], output: f32[b, h', w', out]. Six to nine lines."""
    ### BEGIN SOLUTION
    k, _, c, out = kernel.shape
    _, h, w, _ = images.shape
    slices = [
        images[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
        for i in range(k)
        for j in range(k)
    ]
    patches = jnp.stack(slices, axis=3)
    rows = patches.reshape(-1, k * k * c)
    return rows, (rows @ kernel.reshape(-1, out)).reshape(*patches.shape[:3], out)
    ### END SOLUTION


# %% check
import numpy as np


def plain(images, kernel, stride):
    k, _, _, out = kernel.shape
    b, h, w, _ = images.shape
    down, across = range(0, h - k + 1, stride), range(0, w - k + 1, stride)
    rows = np.array(
        [
            images[n, i : i + k, j : j + k].reshape(-1)
            for n in range(b)
            for i in down
            for j in across
        ]
    )
    output = rows @ kernel.reshape(-1, out)
    return rows, output.reshape(b, len(down), len(across), out)


def some_layer(draw):
    """Draw both strides, kernels of 1 by 1 and larger, and one or more channels."""
    k, stride = draw.each([(4, 1), (2, 2), (3, 2), (2, 1), (1, 2)])
    b, c, out = draw.each([(1, 2, 4), (3, 1, 2), (2, 3, 4)])
    h, w = draw.each([(9, 6), (6, 8), (7, 10)])
    images = draw.array("f32", (b, h, w, c), -9, 9)
    return images, draw.array("f32", (k, k, c, out), -5, 5), stride


check(im2col, spec=plain, given=some_layer, budget=Budget(span=4))
