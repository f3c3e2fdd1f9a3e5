# %% wrong: one_too_few
# You counted one window too few along each axis. The division counts the steps, and the first
# window comes before any step. Add 1 after the division.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k) // stride for side in (height, width))


# %% wrong: one_edge_only
# You added the padding once. Rows of zeros are added above *and* below, and columns on the left
# *and* on the right. Add `2 * edge`.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + edge - k) // stride + 1 for side in (height, width))


# %% wrong: no_edge
# You left out the padding. It enlarges the image before the kernel moves. Add `2 * edge` to each
# side.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side - k) // stride + 1 for side in (height, width))


# %% wrong: channels_kept
# The sides are right, but you did not change the number of channels. After a convolution, there is
# one channel for each kernel. Use `out`.
#
# -            channels, k, stride, edge = sizes
# +            _, k, stride, edge = sizes


# %% wrong: picture_as_well
# Your list begins with the shape of the input image. Return only the shapes *after* the layers, one
# for each layer.
#
# -    height, width, channels = shape
# -    result = []
# +    result = [shape]
# -        if kind == "conv":
# +        height, width, channels = result[-1]
# +        if kind == "conv":


# %% wrong: pooling_by_its_size
# You moved a pooling window by its own size. Windows overlap if the stride is smaller than the
# size. Use the `stride` of the layer.
#
# -            k, stride, edge = *sizes, 0
# +            k, stride, edge = sizes[0], sizes[0], 0


# %% wrong: last_one_itself
# You returned only the shape after the last layer. Return a list with one shape for each layer.
#
# -    result = []
#
# -        result.append((height, width, channels))
# -    return result
# +    return height, width, channels


# %% wrong: never_rounded
# Your sides are not whole sizes. Rows and columns that remain at the far edge are dropped. Divide
# with `//`.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k) / stride + 1 for side in (height, width))


# %% wrong: rounded_up
# You counted a window that extends beyond the far edge. Only windows inside the padded image count.
# Round down.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = (-(-(side + 2 * edge - k) // stride) + 1 for side in (height, width))


# %% wrong: pooling_divides
# You divided the sides of a pooling layer by its stride. That is right only if the window is as
# large as the stride. Count its windows like those of a convolution.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        k = k if kind == "conv" else stride
# +        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))


# %% wrong: one_before_the_stride
# You added 1 before the division. The division counts the steps after the first window. Divide
# first, then add 1.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k + 1) // stride for side in (height, width))


# %% wrong: square
# You used the height of the output for its width, too. An image need not be square. Compute both
# sides.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height = width = (height + 2 * edge - k) // stride + 1


# %% right: by_counting_windows
def shapes(shape, layers):
    def places(side, k, stride):
        return len(range(0, side - k + 1, stride))

    result = [shape]
    for layer in layers:
        height, width, channels = result[-1]
        if layer[0] == "pool":
            _, k, stride = layer
        else:
            _, channels, k, stride, edge = layer
            height, width = height + 2 * edge, width + 2 * edge
        result.append((places(height, k, stride), places(width, k, stride), channels))
    return result[1:]


# %% right: asked_of_jax
import jax
import jax.numpy as jnp


def shapes(shape, layers):
    def through(x, kind, sizes):
        if kind == "pool":
            k, stride = sizes
            windows = (k, k, 1), (stride, stride, 1)
            return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, *windows, "VALID")
        out, k, stride, edge = sizes
        return jax.lax.conv_general_dilated(
            x[None],
            jnp.zeros((k, k, x.shape[2], out)),
            (stride, stride),
            [(edge, edge)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )[0]

    seen, result = jax.ShapeDtypeStruct(shape, "float32"), []
    for kind, *sizes in layers:
        seen = jax.eval_shape(lambda x, layer=(kind, sizes): through(x, *layer), seen)
        result.append(seen.shape)
    return result
