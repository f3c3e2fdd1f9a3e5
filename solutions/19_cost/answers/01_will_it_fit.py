# %% wrong: weights_only
# You counted four bytes per weight, for the weight itself. Training also keeps a 16-bit copy, a
# gradient and the two moments of Adam. Count 16 bytes.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 4 * weights) // per_example, 0)


# %% wrong: two_bytes
# You counted only the 16-bit copy of the weights, which is enough to *run* a network. Training also
# keeps other values. Count 16 bytes per weight.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 2 * weights) // per_example, 0)


# %% wrong: twelve_bytes
# You left out the 16-bit copies of weight and gradient, which the matrix products use. These copies
# take four of the 16 bytes. Count 16 bytes per weight.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 12 * weights) // per_example, 0)


# %% wrong: sixteen_bits
# You counted 16 bits per weight instead of 16 bytes. Training keeps two copies of the weight, its
# gradient and two moments. Multiply by 16.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return int(max((memory - 16 * weights / 8) // per_example, 0))


# %% wrong: weights_forgotten
# You used the whole memory for the examples. The weights occupy memory, too. Subtract 16 bytes per
# weight first.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return memory // per_example


# %% wrong: weights_per_example
# You counted the weights again for every example. They are stored once, regardless of the batch
# size. Subtract their bytes once.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return memory // (16 * weights + per_example)


# %% wrong: negative_result
# If not even the weights fit, you returned a negative batch size. Return 0 in that case.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return (memory - 16 * weights) // per_example


# %% wrong: truncated_below_zero
# If not even the weights fit, you returned a negative batch size. Return 0 in that case.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return int((memory - 16 * weights) / per_example)


# %% wrong: one_at_least
# If not even one example fits, you returned 1. Return 0 in that case.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 16 * weights) // per_example, 1)


# %% wrong: rounded_up
# You counted an example that fits only in part. Every example must fit as a whole. Round down.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max(-(-(memory - 16 * weights) // per_example), 0)


# %% wrong: not_rounded
# Your batch size is not a whole number. An example fits as a whole or not at all. Use `//`, which
# divides and rounds down.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 16 * weights) / per_example, 0)


# %% wrong: one_byte_unused
# You left one byte unused. The step may use the whole memory.
#
# -    return max((memory - 16 * weights) // per_example, 0)
# +    return max((memory - 16 * weights - 1) // per_example, 0)


# %% right: by_counting
def largest_batch(weights, per_example, memory):
    batch = 0
    while 16 * weights + (batch + 1) * per_example <= memory:
        batch += 1
    return batch


# %% right: in_parts
def largest_batch(weights, per_example, memory):
    short, gradient, long, mean, square = 2, 2, 4, 4, 4
    left = memory - weights * (short + gradient + long + mean + square)
    if left < per_example:
        return 0
    return left // per_example


# %% right: with_floor
import math


def largest_batch(weights, per_example, memory):
    return max(0, math.floor((memory - 16 * weights) / per_example))
