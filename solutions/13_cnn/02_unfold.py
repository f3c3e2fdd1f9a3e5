# ---
# title: im2col, a convolution as one product
# kind: program
# points: 3
# minutes: 20
# hints:
#   - "Do not go from place to place: go from tap to tap. What does tap `(i, j)` of the kernel see,
#     over all places at once? It is one slice of `pictures`."
#   - "`pictures[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]`, and there are `k * k`
#     of these slices, each `(b, h', w', c)`."
#   - "Put them side by side *before* the channels, `seen = jnp.stack(slices, axis=3)`, which is
#     `(b, h', w', k * k, c)`. `seen.reshape(-1, k * k * c)` are the rows, and the result of the
#     product takes the shape `(*seen.shape[:3], out)`."
# ---

# %% [markdown]
# Write down the matrix that makes a convolution one product, and the product.
#
# `pictures` has `b` pictures of `h` by `w` with `c` channels. The kernel is `k` by `k` and moved by
# `stride` places at a time. Every window lies inside: nothing is added at the edges, and what is
# left over at the far edge is dropped. `rows` has a row for each place of the kernel: picture by
# picture, and in each of them line by line. In a row stand the numbers that the kernel sees there,
# in the order in which the kernel has its own: line, column, channel. `seen` is the convolution,
# `rows` times the kernel, with the places where they are in the pictures. Give both.
#
# Do not loop over places or taps with `jax.lax`, because each iteration waits for the one before. A
# Python `for` is fine: it leaves no loop in the program. The check limits the operations in a row
# (the span) to four times as many as those of the solution.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def unfolded(pictures, kernel, stride):
    """pictures: f32[b, h, w, c], kernel: f32[k, k, c, out], stride: 1 or 2

    -> rows: f32[b * h' * w', k * k * c], seen: f32[b, h', w', out]. Six to nine lines."""
    ### BEGIN SOLUTION
    k, _, c, out = kernel.shape
    _, h, w, _ = pictures.shape
    slices = [
        pictures[:, i : h - k + i + 1 : stride, j : w - k + j + 1 : stride]
        for i in range(k)
        for j in range(k)
    ]
    seen = jnp.stack(slices, axis=3)
    rows = seen.reshape(-1, k * k * c)
    return rows, (rows @ kernel.reshape(-1, out)).reshape(*seen.shape[:3], out)
    ### END SOLUTION


# %% check
import numpy as np


def plain(pictures, kernel, stride):
    k, _, _, out = kernel.shape
    b, h, w, _ = pictures.shape
    down, across = range(0, h - k + 1, stride), range(0, w - k + 1, stride)
    rows = np.array(
        [
            pictures[n, i : i + k, j : j + k].reshape(-1)
            for n in range(b)
            for i in down
            for j in across
        ]
    )
    seen = rows @ kernel.reshape(-1, out)
    return rows, seen.reshape(b, len(down), len(across), out)


def some_layer(draw):
    """Kernels of 1 and more, both strides, a rest at the far edge, one channel and several."""
    k, stride = draw.each([(4, 1), (2, 2), (3, 2), (2, 1), (1, 2)])
    b, c, out = draw.each([(1, 2, 4), (3, 1, 2), (2, 3, 4)])
    h, w = draw.each([(9, 6), (6, 8), (7, 10)])
    pictures = draw.array("f32", (b, h, w, c), -9, 9)
    return pictures, draw.array("f32", (k, k, c, out), -5, 5), stride


check(unfolded, spec=plain, given=some_layer, budget=Budget(span=4))
