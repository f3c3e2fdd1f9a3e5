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
