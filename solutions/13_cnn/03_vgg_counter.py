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


# %% wrong: no_biases
# Your multiply-adds are right. Each result of a layer has a bias, and that is a parameter as well.
#
# -        parameters += weights + out
# +        parameters += weights


# %% wrong: flops
# Your parameters are right, and your second number is twice what was asked for: you counted FLOPs.
# A multiply-add is one here, as in most tables of networks.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += 2 * side * side * weights


# %% wrong: each_weight_once
# Your parameters are right. You used each weight of a convolution once; it is used at every place
# of the picture.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += weights


# %% wrong: biases_multiplied
# Your parameters are right. A bias is only added, not multiplied: leave it out of the
# multiply-adds.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += side * side * (weights + out)


# %% wrong: not_flattened
# Your first dense layer takes only the channels. It takes all numbers that there are: `side * side
# * channels`. In VGG16 those are three quarters of all parameters.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights, side = layer[1], channels * layer[1], 1


# %% wrong: still_a_picture
# After the first dense layer there is no picture any more, only `out` numbers: the side is 1. You
# went on multiplying with the old one.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights, places = layer[1], side * side * channels * layer[1], 1
# -            out, weights = layer, 9 * channels * layer
# +            out, weights, places = layer, 9 * channels * layer, side * side
# -        multiply_adds += side * side * weights
# +        multiply_adds += places * weights


# %% wrong: never_halved
# You left the poolings out. Each halves the side, and so divides by four the work of all layers
# behind it.
#
# -            side //= 2


# %% wrong: one_channel_in
# You gave each kernel one channel. A kernel of 3 by 3 reaches through all channels that come in:
# 9 times `channels` weights.
#
# -            out, weights = layer, 9 * channels * layer
# +            out, weights = layer, 9 * layer


# %% wrong: sides_shrink
# You let each convolution make the picture smaller at every edge. Zeros stand at the edges here, so
# the sides stay.
#
# -            out, weights = layer, 9 * channels * layer
# +            out, weights, side = layer, 9 * channels * layer, side - 2


# %% wrong: channels_of_the_picture
# Every convolution of yours reads as many channels as the picture has. A layer reads what the one
# before it made.
#
# -        channels = out
# +        channels = out if isinstance(layer, tuple) else channels


# %% wrong: half_a_place_kept
# You rounded an odd side up. Half a place is dropped: `side // 2`.
#
# -            side //= 2
# +            side = (side + 1) // 2


# %% wrong: half_a_place
# You went on with halves of a place. Half a place is dropped: `side // 2`.
#
# -            side //= 2
# +            side /= 2


# %% wrong: bias_at_every_place
# Your multiply-adds are right. A convolution has one bias for each of its `out` kernels, and every
# place of the picture gets the same: do not count it once for each place.
#
# -        parameters += weights + out
# +        parameters += weights + side * side * out


# %% wrong: dense_at_every_place
# Your parameters are right. A dense layer goes over the whole picture once, and each of its weights
# is used once: only a convolution uses its own at every place.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights = layer[1], side * side * channels * layer[1]
# -        channels = out
# +        channels, side = out, 1 if isinstance(layer, tuple) else side


# %% wrong: multiply_adds_first
# Your numbers are right, but in another order: the parameters first, then the multiply-adds.
#
# -    return parameters, multiply_adds
# +    return multiply_adds, parameters


# %% wrong: in_32_bits
# JAX's whole numbers have 32 bits, and the multiply-adds of a large picture are more than they
# hold: VGG16 has 15 billion. Count with Python's own, which have no end.
#
# -def count(side, channels, plan):
# +import jax.numpy as jnp
# +
# +
# +def count(side, channels, plan):
# -            side //= 2
# +            side = jnp.floor_divide(side, 2)


# %% wrong: one_bias_a_layer
# Your multiply-adds are right. You gave each layer one bias; each of its `out` results has its own.
#
# -        parameters += weights + out
# +        parameters += weights + 1


# %% wrong: one_side_alone
# You multiplied by the side once. A picture has `side` by `side` places: a convolution is at work
# at each of them, and a dense layer takes them all.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights, side = layer[1], side * channels * layer[1], 1
# -        multiply_adds += side * side * weights
# +        multiply_adds += side * weights


# %% wrong: channels_halved
# You halved the channels in a pooling. It halves the two sides; every channel stays.
#
# -        if layer == "pool":
# -            side //= 2
# +        if layer == "pool":
# +            side //= 2
# +            channels //= 2


# %% right: two_passes
def count(side, channels, plan):
    layers = []
    for entry in plan:
        if entry == "pool":
            side = side // 2
        elif isinstance(entry, int):
            layers.append((side**2, 9 * channels, entry))
            channels = entry
        else:
            layers.append((1, side**2 * channels, entry[1]))
            side, channels = 1, entry[1]
    parameters = sum((into + 1) * out for _, into, out in layers)
    return parameters, sum(places * into * out for places, into, out in layers)


# %% right: as_a_list_of_numpy
import numpy as np


def count(side, channels, plan):
    found = np.zeros(2, np.int64)
    for entry in plan:
        match entry:
            case "pool":
                side //= 2
            case ("dense", out):
                found += [(side * side * channels + 1) * out, side * side * channels * out]
                side, channels = 1, out
            case out:
                found += [(9 * channels + 1) * out, 9 * channels * out * side * side]
                channels = out
    return [int(each) for each in found]
