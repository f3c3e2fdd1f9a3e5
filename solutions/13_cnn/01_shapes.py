# ---
# title: What comes out of each layer
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Along one axis: the first window begins at the edge of what was filled up, `side + 2 * edge`
#     long, and each next one `stride` further. How many begin before the last one would stick out?"
#   - "`(side + 2 * edge - k) // stride + 1`, for the height and for the width. A pooling is the
#     same with an edge of 0."
#   - "Go through the layers with the shape so far. A convolution changes the channels to its `out`;
#     a pooling leaves them. Append the new shape each time."
# ---

# %% [markdown]
# Give the shape of a picture after each layer of a network.
#
# A shape is `(height, width, channels)`. A layer is one of two:
#
# - `("conv", out, k, stride, edge)`: `out` kernels of `k` by `k`, moved by `stride` places at a
#   time, over a picture to which `edge` rows and columns of zeros were added on each of its four
#   sides;
# - `("pool", k, stride)`: of each `k` by `k` window the largest number, for each channel by itself,
#   windows `stride` places apart, and nothing is added.
#
# A window has to lie inside: what is left over at the far edge is dropped. A picture need not be
# square, and every layer of ours fits at least once.

# %% answer
def shapes(shape, layers):
    """Six to nine lines.

    >>> shapes((227, 227, 3), [("conv", 96, 11, 4, 0), ("pool", 3, 2)])
    [(55, 55, 96), (27, 27, 96)]
    """
    ### BEGIN SOLUTION
    height, width, channels = shape
    found = []
    for kind, *numbers in layers:
        if kind == "conv":
            channels, k, stride, edge = numbers
        else:
            k, stride, edge = *numbers, 0
        height, width = ((side + 2 * edge - k) // stride + 1 for side in (height, width))
        found.append((height, width, channels))
    return found
    ### END SOLUTION


# %% check
def some_network(draw):
    """Both kinds of layers; rests at the far edge, edges of zeros and none, sides that differ."""
    height, width = sides = draw.each([(29, 22), (22, 30), (31, 23), (24, 33)])
    layers = []
    for kind in draw.each(["conv pool conv", "conv conv pool", "pool conv pool"]).split():
        k = draw.int(2, min(4, *sides))
        if kind == "conv":
            stride, edge = draw.pick([1, 2, 3]), draw.int(0 if layers else 1, 2)
            layers.append((kind, draw.int(4, 96), k, stride, edge))
        else:
            stride, edge = draw.each([2, 1, 3, 2]), 0
            layers.append((kind, k, stride))
        sides = [(side + 2 * edge - k) // stride + 1 for side in sides]
    return (height, width, draw.int(1, 3)), layers


check(shapes, given=some_network)
