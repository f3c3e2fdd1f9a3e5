# %% wrong: no_biases
# Your multiply-adds are right, but you left out the biases. Each of the `out` results of a layer
# has a bias, which is a parameter. Add `out` parameters for each layer.
#
# -        parameters += weights + out
# +        parameters += weights


# %% wrong: flops
# Your parameters are right, but your second value is twice as large as it should be. You counted
# FLOPs, and a multiply-add is two FLOPs. Count each multiply-add once.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += 2 * side * side * weights


# %% wrong: not_flattened
# Your first dense layer uses only the channels as its input. The input of that layer consists of
# all values of the image. Multiply by `side * side * channels`.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights, side = layer[1], channels * layer[1], 1


# %% wrong: each_weight_once
# Your parameters are right, but you counted each weight of a convolution once. Each weight is used
# at every position of the image. Multiply by `side * side`.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += weights


# %% wrong: biases_multiplied
# Your parameters are right, but you counted biases as multiply-adds. A bias is only added. Leave it
# out of the multiply-adds.
#
# -        multiply_adds += side * side * weights
# +        multiply_adds += side * side * (weights + out)


# %% wrong: side_used_after_flattening
# You used the side of the image after the first dense layer. The output of a dense layer is a
# vector of `out` values. Set the side to 1 after the first dense layer.
#
# -            out, weights, side = layer[1], side * side * channels * layer[1], 1
# +            out, weights, places = layer[1], side * side * channels * layer[1], 1
# -            out, weights = layer, 9 * channels * layer
# +            out, weights, places = layer, 9 * channels * layer, side * side
# -        multiply_adds += side * side * weights
# +        multiply_adds += places * weights


# %% wrong: one_channel_in
# You counted a single input channel for each kernel. A 3 by 3 kernel covers all input channels.
# Count `9 * channels` weights for each kernel.
#
# -            out, weights = layer, 9 * channels * layer
# +            out, weights = layer, 9 * layer


# %% wrong: input_channels_fixed
# In your count, every convolution has as many input channels as the image. The input of a layer is
# the output of the previous one. Set `channels` to `out` after each layer.
#
# -        channels = out
# +        channels = out if isinstance(layer, tuple) else channels


# %% wrong: side_not_rounded
# You divided the side with `/`, so it is not always a whole number. A pooling layer rounds down.
# Use `side // 2`.
#
# -            side //= 2
# +            side /= 2


# %% wrong: side_rounded_up
# You rounded an odd side up. A pooling layer rounds down. Use `side // 2`.
#
# -            side //= 2
# +            side = (side + 1) // 2


# %% wrong: bias_at_every_position
# Your multiply-adds are right, but you counted the biases of a convolution once for each position.
# All positions share the bias of a kernel. Count `out` biases.
#
# -        parameters += weights + out
# +        parameters += weights + side * side * out


# %% wrong: int32_overflow
# You counted in JAX integers, which have 32 bits. The number of multiply-adds for a large image
# exceeds this range: VGG16 needs 15 billion. Use Python integers, which have no upper limit.
#
# -def count(side, channels, plan):
# +import jax.numpy as jnp
# +
# +
# +def count(side, channels, plan):
# -            side //= 2
# +            side = jnp.floor_divide(side, 2)


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
    result = np.zeros(2, np.int64)
    for entry in plan:
        match entry:
            case "pool":
                side //= 2
            case ("dense", out):
                result += [(side * side * channels + 1) * out, side * side * channels * out]
                side, channels = 1, out
            case out:
                result += [(9 * channels + 1) * out, 9 * channels * out * side * side]
                channels = out
    return [int(each) for each in result]
