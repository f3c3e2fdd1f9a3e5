# ---
# title: Count the parameters and multiply-adds of a network
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Loop over the plan and keep four values: the side and the channels of the current input, and
#     the two sums. A 3 by 3 convolution has `9 * channels * out` weights and `out` biases."
#   - "A convolution uses each weight at `side * side` positions, so it performs `side * side * 9 *
#     channels * out` multiply-adds. A pooling layer halves the side and adds nothing to the sums."
#   - "A dense layer has `side * side * channels * out` weights and uses each of them once. Its
#     output is like an image of 1 by 1 with `out` channels, so set the side to 1."
# ---

# %% [markdown]
# Count the parameters and the multiply-adds that a network needs for one image.
#
# Return `(parameters, multiply_adds)`. The image is `side` by `side` with `channels` channels.
# `plan` lists the layers. An entry is one of three:
#
# - a whole number `out`: a convolution with `out` kernels of 3 by 3 and a stride of 1. Zeros at the
#   edges (padding) keep the side unchanged.
# - `"pool"`: a pooling layer that halves the side, rounded down.
# - `("dense", out)`: a dense layer, which multiplies all values of its input, as one vector, by a
#   matrix with `out` columns.
#
# A convolution has one bias for each kernel, and a dense layer has one for each of its `out`
# results. A bias is a parameter, but adding it is not a multiply-add. `VGG16` is the plan of VGG16.

# %% given
VGG16 = [64, 64, "pool", 128, 128, "pool", 256, 256, 256, "pool"]
VGG16 += [512, 512, 512, "pool", 512, 512, 512, "pool"]
VGG16 += [("dense", 4096), ("dense", 4096), ("dense", 1000)]


# %% answer
def count(side, channels, plan):
    """Ten to fourteen lines.

    >>> count(4, 1, [2, "pool", ("dense", 3)])
    (47, 312)
    >>> count(224, 3, VGG16)
    (138357544, 15470264320)
    """
    ### BEGIN SOLUTION
    parameters = multiply_adds = 0
    for layer in plan:
        if layer == "pool":
            side //= 2
            continue
        if isinstance(layer, tuple):
            out, weights, side = layer[1], side * side * channels * layer[1], 1
        else:
            out, weights = layer, 9 * channels * layer
        parameters += weights + out
        multiply_adds += side * side * weights
        channels = out
    return parameters, multiply_adds
    ### END SOLUTION


# %% check
def some_plan(draw):
    """Draw odd and even sides, a large image, and dense layers with and without pooling first."""
    side, least = draw.each([(18, 2), (22, 2), (13, 2), (27, 2), (600, 48)])
    outs = [draw.int(least, 64) for _ in range(3)]
    first = [outs[0], "pool", outs[1], outs[2], "pool"][: draw.each([5, 4])]
    last = [("dense", draw.int(2, 100)), ("dense", draw.int(2, 100))]
    return side, draw.int(2, 4), first + last


check(count, given=some_plan)
