# %% wrong: one_too_few
# You counted one window too few along each axis. The division counts the steps, and the first
# window comes before any step. Add 1 after the division.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * padding - k) // stride for side in (height, width))


# %% wrong: padding_once
# You added the padding once. Rows of zeros are added above *and* below the image, and columns on
# its left *and* right. Add `2 * padding`.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + padding - k) // stride + 1 for side in (height, width))


# %% wrong: no_padding
# You left out the padding. The padding enlarges the image before the convolution. Add `2 * padding`
# to each side.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = ((side - k) // stride + 1 for side in (height, width))


# %% wrong: channels_kept
# Your sides are right, but you did not change the number of channels. A convolution returns one
# channel for each kernel. Use `out`.
#
# -            channels, k, stride, padding = sizes
# +            _, k, stride, padding = sizes


# %% wrong: input_shape_included
# Your list begins with the shape of the input image. Return only the shapes *after* the layers, one
# for each layer.
#
# -    height, width, channels = shape
# -    result = []
# +    result = [shape]
# -        if kind == "conv":
# +        height, width, channels = result[-1]
# +        if kind == "conv":


# %% wrong: pooling_stride_ignored
# You moved the pooling window by its own size. Windows overlap if the stride is smaller than the
# size. Use the `stride` of the layer.
#
# -            k, stride, padding = *sizes, 0
# +            k, stride, padding = sizes[0], sizes[0], 0


# %% wrong: last_shape_only
# You returned only the shape after the last layer. Return a list with one shape for each layer.
#
# -    result = []
#
# -        result.append((height, width, channels))
# -    return result
# +    return height, width, channels


# %% wrong: not_rounded
# Your sides are not whole numbers. Rows and columns that remain at the far edge are dropped. Divide
# with `//`.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * padding - k) / stride + 1 for side in (height, width))


# %% wrong: rounded_up
# You counted a window that extends beyond the far edge. Only windows inside the padded image count.
# Round down.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = (-(-(side + 2 * padding - k) // stride) + 1 for side in (height, width))


# %% wrong: pooling_side_divided
# You divided the sides of a pooling layer by its stride. That is right only if the window is as
# large as the stride. Count the pooling windows as you count those of a convolution.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        k = k if kind == "conv" else stride
# +        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))


# %% wrong: one_before_the_stride
# You added 1 before the division. The division counts the steps after the first window. Divide
# first, then add 1.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * padding - k + 1) // stride for side in (height, width))


# %% wrong: square_assumed
# You used the height of the output as its width. An image need not be square. Compute both sides.
#
# -        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
# +        height = width = (height + 2 * padding - k) // stride + 1


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
            _, channels, k, stride, padding = layer
            height, width = height + 2 * padding, width + 2 * padding
        result.append((places(height, k, stride), places(width, k, stride), channels))
    return result[1:]


# %% right: by_eval_shape
import jax
import jax.numpy as jnp


def shapes(shape, layers):
    def through(x, kind, sizes):
        if kind == "pool":
            k, stride = sizes
            windows = (k, k, 1), (stride, stride, 1)
            return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, *windows, "VALID")
        out, k, stride, padding = sizes
        return jax.lax.conv_general_dilated(
            x[None],
            jnp.zeros((k, k, x.shape[2], out)),
            (stride, stride),
            [(padding, padding)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )[0]

    seen, result = jax.ShapeDtypeStruct(shape, "float32"), []
    for kind, *sizes in layers:
        seen = jax.eval_shape(lambda x, layer=(kind, sizes): through(x, *layer), seen)
        result.append(seen.shape)
    return result
