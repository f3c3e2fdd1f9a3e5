# %% wrong: weights_alone
# You kept four bytes for each weight, the weight itself. Training keeps its gradient and the two
# moments of Adam beside it: 16 bytes in all.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 4 * weights) // each, 0)


# %% wrong: two_bytes
# You kept only the 16-bit copy of the weights, two bytes each. That is what it takes to *run* a
# network. Training keeps 16 bytes for each weight.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 2 * weights) // each, 0)


# %% wrong: twelve_bytes
# You left out the 16-bit copies of weight and gradient, which the products use. They are four of
# the 16 bytes.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 12 * weights) // each, 0)


# %% wrong: sixteen_bits
# You took 16 bits for each weight. It is 16 bytes: two copies of it, its gradient, two moments.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return int(max((memory - 16 * weights / 8) // each, 0))


# %% wrong: below_none
# Where not even the weights fit you gave a batch below zero. Then the answer is 0.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return (memory - 16 * weights) // each


# %% wrong: one_at_least
# You gave 1 where not even one example fits. Then the answer is 0.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 16 * weights) // each, 1)


# %% wrong: not_quite_full
# You left a byte free. The memory may be filled to the last one.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 16 * weights - 1) // each, 0)


# %% wrong: rounded_up
# You counted an example that fits in part. It has to fit whole: round down.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max(-(-(memory - 16 * weights) // each), 0)


# %% wrong: to_the_nearest
# You rounded to the nearest whole number of examples. The last one has to fit whole: round down.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max(int((memory - 16 * weights) / each + 0.5), 0)


# %% wrong: for_each_example
# You counted 16 bytes for each weight again for every example. The weights are stored once, however
# large the batch.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return memory // (16 * weights + each)


# %% wrong: weights_forgotten
# You gave all of the memory to the examples. The weights lie there too, with all that training
# keeps for each: 16 bytes.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return memory // each


# %% wrong: in_parts_of_one
# An example fits whole or not at all: give a whole number. `//` divides and rounds down.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return max((memory - 16 * weights) / each, 0)


# %% wrong: in_parts_and_below_none
# You gave a part of an example. A batch has whole ones: round down; and where the weights alone do
# not fit, the answer is 0.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return (memory - 16 * weights) / each

# %% wrong: cut_off_below_none
# Where the weights alone do not fit you gave a batch below zero. Then the answer is 0.
#
# -    return max((memory - 16 * weights) // each, 0)
# +    return int((memory - 16 * weights) / each)


# %% right: by_counting
def largest_batch(weights, each, memory):
    batch = 0
    while 16 * weights + (batch + 1) * each <= memory:
        batch += 1
    return batch


# %% right: in_parts
def largest_batch(weights, each, memory):
    short, gradient, long, mean, square = 2, 2, 4, 4, 4
    left = memory - weights * (short + gradient + long + mean + square)
    if left < each:
        return 0
    return left // each


# %% right: with_floor
import math


def largest_batch(weights, each, memory):
    return max(0, math.floor((memory - 16 * weights) / each))
