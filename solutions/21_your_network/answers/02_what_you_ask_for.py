# %% wrong: six_for_all
# You treated all layers alike: three products and six moved elements per weight. The first layer
# does not compute gradients of its input, so it makes two products and reads its weights one time
# fewer.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 6 * every
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 24 * every, steps * 3 * len(weights)


# %% wrong: work_by_the_rule
# Your bytes and launches are right, but your `work` is six operations per weight and example. The
# first layer does not compute gradients of its input. It takes four.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 6 * every


# %% wrong: six_numbers_for_all
# Your `work` and launches are right, but you moved six elements per weight of the first layer, too.
# Its weights are not read in the backward pass, because the gradients of its input are not needed.
# Count five.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * 6 * every, steps * (3 * len(weights) - 1)


# %% wrong: three_products_for_all
# Your `work` and bytes are right, but you counted three launches for the first layer, too. It does
# not compute gradients of its input. Count two.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (6 * every - first), steps * 3 * len(weights)


# %% wrong: forward_alone
# Your bytes and launches are right, but your `work` includes only the forward pass. The backward
# pass makes two more products per layer, and one in the first layer. Add them.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 2 * every


# %% wrong: rest_dropped
# Your `work` is right, but your bytes and launches omit the smaller batch at the end of an epoch.
# It is a step like the others. Round the steps of an epoch up.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = rounds * (examples // batch)


# %% wrong: rest_filled_up
# Your bytes and launches are right, but your `work` counts only full batches. A smaller batch takes
# fewer operations. Count the examples.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = steps * batch * 2 * (3 * every - first)


# %% wrong: rest_taken_along
# Your `work` is right, but you carried the remaining examples over into the next epoch. Each epoch
# ends with its own smaller batch. Round up first, then multiply by `rounds`.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = -(-rounds * examples // batch)


# %% wrong: no_update
# Your `work` and launches are right, but your bytes omit the update. It reads the gradient, reads
# the weight and writes the weight. Add these.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (3 * every - first), steps * (3 * len(weights) - 1)


# %% wrong: moved_for_each_example
# Your `work` and launches are right, but you moved the weights once per example. A step moves them
# once for its whole batch. Multiply by the number of steps.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return (
# +        work,
# +        rounds * examples * 4 * (6 * every - first),
# +        steps * (3 * len(weights) - 1),
# +    )


# %% wrong: numbers_not_bytes
# Your `work` and launches are right, but you counted the moved elements. A float32 element takes
# four bytes. Multiply by 4.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * (6 * every - first), steps * (3 * len(weights) - 1)


# %% wrong: one_round
# You counted one epoch. The training makes `rounds` epochs. Multiply by `rounds`.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = -(-examples // batch)
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = examples * 2 * (3 * every - first)


# %% right: layer_by_layer
from itertools import pairwise


def counted(widths, examples, batch, rounds):
    work = numbers = products = 0
    for layer, (seen, made) in enumerate(pairwise(widths)):
        weights, backward = seen * made, 2 if layer else 1
        products += 1 + backward
        work += 2 * weights * (1 + backward)
        numbers += weights * (4 + backward)
    steps = rounds * ((examples + batch - 1) // batch)
    return rounds * examples * work, 4 * steps * numbers, steps * products


# %% right: step_by_step
def counted(widths, examples, batch, rounds):
    work = moved = launches = 0
    for begin in list(range(0, examples, batch)) * rounds:
        seen = min(batch, examples - begin)
        for place in range(len(widths) - 1):
            weights = widths[place] * widths[place + 1]
            products = 3 - (place == 0)
            work += 2 * seen * weights * products
            moved += 4 * weights * (products + 3)
            launches += products
    return work, moved, launches


# %% right: with_numpy
import numpy as np


def counted(widths, examples, batch, rounds):
    weights = np.multiply(widths[:-1], widths[1:])
    products = np.full(len(weights), 3)
    products[0] = 2
    steps = rounds * int(np.ceil(examples / batch))
    work = 2 * rounds * examples * int(weights @ products)
    return work, 4 * steps * int(weights @ (products + 3)), steps * int(products.sum())
