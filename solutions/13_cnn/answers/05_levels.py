# %% wrong: rounded_down
# You rounded down. Five numbers need three levels: after two there are still two left.
import math


def levels(layers):
    found = 0
    for kind, *numbers in layers:
        if kind == "conv":
            found += int(math.log2(numbers[0] ** 2 * numbers[1] + 1))
        elif kind == "dense":
            found += int(math.log2(numbers[0] + 1))
    return found


# %% wrong: bias_forgotten
# You left the bias out. It is one more number in each sum, and where the products are a power of
# two it costs a level.
#
# -            k, channels = numbers
# -            found += (k * k * channels).bit_length()
# +            found += (numbers[0] ** 2 * numbers[1] - 1).bit_length()
# -            found += numbers[0].bit_length()
# +            found += (numbers[0] - 1).bit_length()


# %% wrong: bias_afterwards
# You added each bias when its sum was done: a level of its own. It may take part in the sum from
# the first level on.
#
# -            k, channels = numbers
# -            found += (k * k * channels).bit_length()
# +            found += (numbers[0] ** 2 * numbers[1] - 1).bit_length() + 1
# -            found += numbers[0].bit_length()
# +            found += (numbers[0] - 1).bit_length() + 1


# %% wrong: one_by_one
# You added one number after another: as many levels as additions. With enough lanes, half of the
# numbers go in one level.
#
# -            k, channels = numbers
# -            found += (k * k * channels).bit_length()
# +            found += numbers[0] ** 2 * numbers[1]
# -            found += numbers[0].bit_length()
# +            found += numbers[0]


# %% wrong: deepest_layer
# That is the layer with most levels. Each layer waits for the one before it: add all of them up.
def levels(layers):
    found = [0]
    for kind, *numbers in layers:
        if kind == "conv":
            found.append((numbers[0] ** 2 * numbers[1]).bit_length())
        elif kind == "dense":
            found.append(numbers[0].bit_length())
    return max(found)


# %% wrong: all_at_once
# One level for each layer: the claim that this task is about. An addition takes two numbers, so a
# sum of `n` numbers cannot be done in one level.
def levels(layers):
    return sum(kind != "pool" for kind, *_ in layers)


# %% wrong: one_channel
# You added up `k * k` products. A kernel reaches through all channels: `k * k * channels`.
#
# -            k, channels = numbers
# -            found += (k * k * channels).bit_length()
# +            found += (numbers[0] ** 2).bit_length()


# %% wrong: pooling_added
# You counted the poolings as well. They look for the largest number, and add nothing.
#
# -            k, channels = numbers
# -            found += (k * k * channels).bit_length()
# +            found += (numbers[0] ** 2 * numbers[1]).bit_length()
# -            found += numbers[0].bit_length()
# +            found += numbers[0].bit_length()
# +        else:
# +            found += (numbers[0] ** 2 - 1).bit_length()


# %% wrong: one_sum
# You counted the whole network as one sum of all its numbers. A layer can only begin when the layer
# before it is there: levels add up, layer by layer.
def levels(layers):
    numbers = 0
    for kind, *shape in layers:
        if kind == "conv":
            numbers += shape[0] ** 2 * shape[1] + 1
        elif kind == "dense":
            numbers += shape[0] + 1
    return (numbers - 1).bit_length()


# %% wrong: one_line_of_the_kernel
# You took one line of the kernel. It is `k` by `k`, so each result is a sum of `k * k * channels`
# products.
def levels(layers):
    found = 0
    for kind, *numbers in layers:
        if kind != "pool":
            terms = numbers[0] * numbers[1] if kind == "conv" else numbers[0]
            found += terms.bit_length()
    return found


# %% wrong: parts_of_levels
# You added parts of levels. A level is done or not: round up, for each layer by itself.
from math import log2


def levels(layers):
    found = 0.0
    for kind, *numbers in layers:
        if kind != "pool":
            found += log2((numbers[0] ** 2 * numbers[1] if kind == "conv" else numbers[0]) + 1)
    return found


# %% wrong: rounded_at_the_end
# You added parts of levels and rounded their sum. A level is done or not: round up, for each layer
# by itself.
from math import ceil, log2


def levels(layers):
    found = 0.0
    for kind, *numbers in layers:
        if kind != "pool":
            found += log2((numbers[0] ** 2 * numbers[1] if kind == "conv" else numbers[0]) + 1)
    return ceil(found)


# %% wrong: to_the_nearest
# You rounded to the nearest whole number. A level is done or not: where anything is left over, one
# more is needed.
import math


def levels(layers):
    found = 0
    for kind, *numbers in layers:
        if kind == "conv":
            found += round(math.log2(numbers[0] ** 2 * numbers[1] + 1))
        elif kind == "dense":
            found += round(math.log2(numbers[0] + 1))
    return found


# %% wrong: one_level_too_many
# Where the numbers of a sum, its bias included, are a power of two, you have a level too many:
# eight numbers are four, two, one after three levels.
#
# -            found += (k * k * channels).bit_length()
# +            found += (k * k * channels + 1).bit_length()
# -            found += numbers[0].bit_length()
# +            found += (numbers[0] + 1).bit_length()


# %% wrong: another_logarithm
# You took the natural logarithm, `math.log`. Each level leaves *half* as many numbers: ask how
# often you can halve, `math.log2`.
import math


def levels(layers):
    found = 0
    for kind, *numbers in layers:
        if kind == "conv":
            found += math.ceil(math.log(numbers[0] ** 2 * numbers[1] + 1))
        elif kind == "dense":
            found += math.ceil(math.log(numbers[0] + 1))
    return found


# %% wrong: taps_then_channels
# You added up the taps first, then the channels, then the bias, each in a sum of its own. All
# belong to one sum, and its numbers can be added in any order.
#
# -def levels(layers):
# +import math
# +
# +
# +def levels(layers):
# -            found += (k * k * channels).bit_length()
# +            found += math.ceil(math.log2(k * k)) + math.ceil(math.log2(channels)) + 1
# -            found += numbers[0].bit_length()
# +            found += math.ceil(math.log2(numbers[0] + 1))


# %% wrong: layer_by_layer
# Those are the levels of each layer. The task asks how many the network has, one after another.
#
# -    found = 0
# +    found = []
# -            found += (k * k * channels).bit_length()
# +            found.append((k * k * channels).bit_length())
# -            found += numbers[0].bit_length()
# +            found.append(numbers[0].bit_length())


# %% right: by_halving
def levels(layers):
    found = 0
    for layer in layers:
        if layer[0] == "pool":
            continue
        left = 1 + (layer[1] ** 2 * layer[2] if layer[0] == "conv" else layer[1])
        while left > 1:
            left = (left + 1) // 2
            found += 1
    return found


# %% right: by_logarithm
import math


def levels(layers):
    def depth(numbers):
        return math.ceil(math.log2(numbers))

    sums = [math.prod(s) * (s[0] if kind == "conv" else 1) for kind, *s in layers if kind != "pool"]
    return sum(depth(each + 1) for each in sums)
