# ---
# title: Compute the shape after each layer
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Consider one axis. The padded side is `side + 2 * padding` long, and each window starts
#     `stride` positions after the previous one. How many windows fit?"
#   - "A side of the output is `(side + 2 * padding - k) // stride + 1`. This holds for the height
#     and the width. For a pooling layer, use a padding of 0."
#   - "Loop over the layers and keep the current shape. A convolution sets the number of channels to
#     its `out`, and a pooling layer keeps it. Append the new shape in each iteration."
# ---

# %% [markdown]
# Return the shapes of an image after each layer of a network, as a list.
#
# `shape` is the shape of the image, a tuple `(height, width, channels)`. `layers` lists the layers,
# which are of two kinds:
#
# - `("conv", out, k, stride, padding)`: a convolution with `out` kernels of `k` by `k`, which move
#   by `stride` positions at a time. First, `padding` rows or columns of zeros are added on each of
#   the four sides.
# - `("pool", k, stride)`: max pooling, which returns the largest value of each `k` by `k` window of
#   each channel. The windows are `stride` positions apart, and there is no padding.
#
# Every window must lie inside the padded image. Rows and columns that remain at the far edge are
# dropped. An image need not be square. At least one window fits in each layer.

# %% answer
def shapes(shape, layers):
    """Six to nine lines.

    >>> shapes((227, 227, 3), [("conv", 96, 11, 4, 0), ("pool", 3, 2)])
    [(55, 55, 96), (27, 27, 96)]
    """
    ### BEGIN SOLUTION
    height, width, channels = shape
    result = []
    for kind, *sizes in layers:
        if kind == "conv":
            channels, k, stride, padding = sizes
        else:
            k, stride, padding = *sizes, 0
        height, width = ((side + 2 * padding - k) // stride + 1 for side in (height, width))
        result.append((height, width, channels))
    return result
    ### END SOLUTION


# %% check
def some_network(draw):
    """Draw both kinds of layers, with and without padding, on images that are not square."""
    height, width = sides = draw.each([(29, 22), (22, 30), (31, 23), (24, 33)])
    layers = []
    for kind in draw.each(["conv pool conv", "conv conv pool", "pool conv pool"]).split():
        k = draw.int(2, min(4, *sides))
        if kind == "conv":
            stride, padding = draw.pick([1, 2, 3]), draw.int(0 if layers else 1, 2)
            layers.append((kind, draw.int(4, 96), k, stride, padding))
        else:
            stride, padding = draw.each([2, 1, 3, 2]), 0
            layers.append((kind, k, stride))
        sides = [(side + 2 * padding - k) // stride + 1 for side in sides]
    return (height, width, draw.int(1, 3)), layers


check(shapes, given=some_network)
