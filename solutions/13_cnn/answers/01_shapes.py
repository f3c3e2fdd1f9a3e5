# %% wrong: one_too_few
# One window too few along each axis: the first one stands before any step is made. Take the steps
# that fit, *plus one*.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k) // stride for side in (height, width))


# %% wrong: one_before_the_stride
# You added the one before you divided. Divide first, for the steps that fit, and then add the
# window before any step.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k + 1) // stride for side in (height, width))


# %% wrong: one_edge_only
# You added the edge once. Rows of zeros stand above *and* below, columns left *and* right.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + edge - k) // stride + 1 for side in (height, width))


# %% wrong: no_edge
# You left out the zeros at the edges. They make the picture larger before the kernel is moved.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side - k) // stride + 1 for side in (height, width))


# %% wrong: strides_ignored
# You moved every window by one place. With a stride of 2 only every second place is looked at.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = (side + 2 * edge - k + 1 for side in (height, width))


# %% wrong: square
# You gave the width the same number as the height. A picture need not be square: work both out.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height = width = (height + 2 * edge - k) // stride + 1


# %% wrong: rounded_up
# You counted a window that sticks out at the far edge. What is left over there is dropped: round
# down.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = (-(-(side + 2 * edge - k) // stride) + 1 for side in (height, width))


# %% wrong: channels_kept
# Your sides are right. A convolution has as many channels afterwards as it has kernels, `out`.
#
# -            channels, k, stride, edge = numbers
# +            _, k, stride, edge = numbers


# %% wrong: the_last_only
# That is only the last shape. Give one for each layer, as a list.
#
# -    found = []
#
# -        found.append((height, width, channels))
# -    return found
# +    return [(height, width, channels)]


# %% wrong: last_one_itself
# That is only the last shape. Give one for each layer, as a list.
#
# -    found = []
#
# -        found.append((height, width, channels))
# -    return found
# +    return height, width, channels


# %% wrong: picture_as_well
# Your list begins with the picture itself. Give what comes *out* of each layer: one shape for each.
#
# -    height, width, channels = shape
# -    found = []
# +    found = [shape]
# -        if kind == "conv":
# +        height, width, channels = found[-1]
# +        if kind == "conv":


# %% wrong: pooling_by_its_size
# You moved the window of a pooling by its own size. Its stride stands beside it, and where that is
# smaller windows overlap.
#
# -            k, stride, edge = *numbers, 0
# +            k, stride, edge = numbers[0], numbers[0], 0


# %% wrong: pooling_by_two
# You moved every pooling by two places. Most do, but its stride stands beside its size.
#
# -            k, stride, edge = *numbers, 0
# +            k, stride, edge = numbers[0], 2, 0


# %% wrong: pooling_divides
# You divided the sides by the stride of a pooling. That is right for windows as large as the
# stride; a larger one has to lie inside too: count its places as those of a kernel.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        k = k if kind == "conv" else stride
# +        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))


# %% wrong: each_from_the_picture
# You took every layer from the first picture. A layer sees what the one before it gave: go on from
# that shape.
#
# -    height, width, channels = shape
# -    found = []
# -    for kind, *numbers in layers:
# +    found = []
# +    for kind, *numbers in layers:
# +        height, width, channels = shape


# %% wrong: never_rounded
# Your sides are not whole numbers. What is left over at the far edge is dropped: `//` does that.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = ((side + 2 * edge - k) / stride + 1 for side in (height, width))


# %% wrong: channels_first
# You read the shape as channels, height, width. Here the channels come last.
#
# -    height, width, channels = shape
# +    channels, height, width = shape
# -        found.append((height, width, channels))
# +        found.append((channels, height, width))


# %% wrong: to_the_nearest
# You rounded to the nearest whole number. A window that sticks out is dropped, however little it
# sticks out: round down.
#
# -        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
# +        height, width = (round((side + 2 * edge - k) / stride) + 1 for side in (height, width))


# %% wrong: kernels_for_their_size
# You swapped the number of kernels and their size. A convolution is `("conv", out, k, stride,
# edge)`: the number of kernels comes first.
#
# -            channels, k, stride, edge = numbers
# +            k, channels, stride, edge = numbers


# %% wrong: channels_multiplied
# You multiplied the channels of a layer with those before. Each kernel reaches through all channels
# and gives one: there are as many as kernels.
#
# -            channels, k, stride, edge = numbers
# +            out, k, stride, edge = numbers
# +            channels = channels * out


# %% wrong: one_channel_of_a_pooling
# You left one channel after a pooling. It looks for the largest number in each channel by itself,
# so there are as many as before.
#
# -            k, stride, edge = *numbers, 0
# +            k, stride, edge, channels = *numbers, 0, 1


# %% right: by_counting_windows
def shapes(shape, layers):
    def places(side, k, stride):
        return len(range(0, side - k + 1, stride))

    found = [shape]
    for layer in layers:
        height, width, channels = found[-1]
        if layer[0] == "pool":
            _, k, stride = layer
        else:
            _, channels, k, stride, edge = layer
            height, width = height + 2 * edge, width + 2 * edge
        found.append((places(height, k, stride), places(width, k, stride), channels))
    return found[1:]


# %% right: asked_of_jax
import jax
import jax.numpy as jnp


def shapes(shape, layers):
    def through(x, kind, numbers):
        if kind == "pool":
            k, stride = numbers
            windows = (k, k, 1), (stride, stride, 1)
            return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, *windows, "VALID")
        out, k, stride, edge = numbers
        return jax.lax.conv_general_dilated(
            x[None],
            jnp.zeros((k, k, x.shape[2], out)),
            (stride, stride),
            [(edge, edge)] * 2,
            dimension_numbers=("NHWC", "HWIO", "NHWC"),
        )[0]

    seen, found = jax.ShapeDtypeStruct(shape, "float32"), []
    for kind, *numbers in layers:
        seen = jax.eval_shape(lambda x, layer=(kind, numbers): through(x, *layer), seen)
        found.append(seen.shape)
    return found
