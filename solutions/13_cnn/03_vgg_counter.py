# ---
# title: Count a network from its plan
# kind: function
# points: 1
# minutes: 12
# hints:
#   - "Go through the plan with three things in hand: the side and the channels of what comes in,
#     and the two sums. A convolution of 3 by 3 has `9 * channels * out` weights and `out` biases."
#   - "A convolution uses each weight at each of `side * side` places, so it does
#     `side * side * 9 * channels * out` multiply-adds. A pooling halves the side and costs nothing
#     here. A bias is added, not multiplied."
#   - "A dense layer takes all that is there, `side * side * channels` numbers, and each weight is
#     used once. After it treat what came out as a picture of 1 by 1 with `out` channels."
# ---

# %% [markdown]
# Count the parameters and the multiply-adds of a network from its plan, for one picture.
#
# The picture is `side` by `side` with `channels` channels. An entry of the plan is one of three:
#
# - a whole number `out`: a convolution with `out` kernels of 3 by 3, moved by one place at a time,
#   zeros at the edges, so the sides stay;
# - `"pool"`: the sides are halved, and half a place is dropped;
# - `("dense", out)`: all numbers that there are, as one vector, times a matrix that gives `out`.
#
# Every convolution and every dense layer adds a bias to each of its `out` results. A bias is a
# parameter, but not a multiply-add. `VGG16` is the plan of that network.

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
    """Odd sides before a pooling, two dense layers, one that meets a picture; a large picture."""
    side, least = draw.each([(18, 2), (22, 2), (13, 2), (27, 2), (600, 48)])
    outs = [draw.int(least, 64) for _ in range(3)]
    first = [outs[0], "pool", outs[1], outs[2], "pool"][: draw.each([5, 4])]
    last = [("dense", draw.int(2, 100)), ("dense", draw.int(2, 100))]
    return side, draw.int(2, 4), first + last


check(count, given=some_plan)
