# %% wrong: all_layers_alike
# You treated all layers alike: three products, and six moved elements per weight. The first layer
# does not compute gradients of its input, so it needs only two products and reads its weights once
# instead of twice in the two passes.
#
# -    work = epochs * examples * 2 * (3 * total - first)
# +    work = epochs * examples * 6 * total
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 24 * total, steps * 3 * len(weights)


# %% wrong: six_per_weight
# Your bytes and launches are right, but your `work` is six operations per weight and example. The
# first layer does not compute gradients of its input, so it takes four operations per weight and
# example.
#
# -    work = epochs * examples * 2 * (3 * total - first)
# +    work = epochs * examples * 6 * total


# %% wrong: six_elements_for_all
# Your `work` and launches are right, but you counted six elements per weight for the first layer,
# too. Its weights are not read in the backward pass, because the gradients of its input are not
# needed. Count five elements.
#
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * 6 * total, steps * (3 * len(weights) - 1)


# %% wrong: three_products_for_all
# Your `work` and bytes are right, but you counted three launches for the first layer, too. That
# layer does not compute gradients of its input. Count two launches.
#
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (6 * total - first), steps * 3 * len(weights)


# %% wrong: forward_only
# Your bytes and launches are right, but your `work` includes only the forward pass. The backward
# pass adds two products per layer, but only one for the first layer. Add their operations.
#
# -    work = epochs * examples * 2 * (3 * total - first)
# +    work = epochs * examples * 2 * total


# %% wrong: rest_dropped
# Your `work` is right, but your bytes and launches omit the smaller batch at the end of an epoch.
# This batch is a step like the others. Round up the number of steps per epoch.
#
# -    steps = epochs * -(-examples // batch)
# +    steps = epochs * (examples // batch)


# %% wrong: rest_padded
# Your bytes and launches are right, but your `work` counts the smaller batch as a full one. A
# smaller batch takes fewer operations. Multiply by the number of examples instead of the number of
# steps.
#
# -    work = epochs * examples * 2 * (3 * total - first)
# +    work = steps * batch * 2 * (3 * total - first)


# %% wrong: rest_carried_over
# Your `work` is right, but you carried the remaining examples over into the next epoch. Each epoch
# ends with its own smaller batch. Round up first, then multiply by `epochs`.
#
# -    steps = epochs * -(-examples // batch)
# +    steps = -(-epochs * examples // batch)


# %% wrong: update_bytes_forgotten
# Your `work` and launches are right, but your bytes omit the update. The update reads the gradient,
# reads the weight and writes the weight. Add these bytes.
#
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (3 * total - first), steps * (3 * len(weights) - 1)


# %% wrong: weights_moved_per_example
# Your `work` and launches are right, but you counted the movement of the weights once per example.
# A step moves them once for its whole batch. Multiply by the number of steps.
#
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return (
# +        work,
# +        epochs * examples * 4 * (6 * total - first),
# +        steps * (3 * len(weights) - 1),
# +    )


# %% wrong: elements_not_bytes
# Your `work` and launches are right, but you counted elements instead of bytes. A float32 element
# takes four bytes. Multiply by 4.
#
# -    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
# +    return work, steps * (6 * total - first), steps * (3 * len(weights) - 1)


# %% wrong: one_epoch
# You counted one epoch. The training runs for `epochs` epochs. Multiply by `epochs`.
#
# -    steps = epochs * -(-examples // batch)
# +    steps = -(-examples // batch)
# -    work = epochs * examples * 2 * (3 * total - first)
# +    work = examples * 2 * (3 * total - first)


# %% right: layer_by_layer
from itertools import pairwise


def count_training(widths, examples, batch, epochs):
    work = numbers = products = 0
    for layer, (fan_in, fan_out) in enumerate(pairwise(widths)):
        weights, backward = fan_in * fan_out, 2 if layer else 1
        products += 1 + backward
        work += 2 * weights * (1 + backward)
        numbers += weights * (4 + backward)
    steps = epochs * ((examples + batch - 1) // batch)
    return epochs * examples * work, 4 * steps * numbers, steps * products


# %% right: step_by_step
def count_training(widths, examples, batch, epochs):
    work = moved = launches = 0
    for begin in list(range(0, examples, batch)) * epochs:
        fan_in = min(batch, examples - begin)
        for place in range(len(widths) - 1):
            weights = widths[place] * widths[place + 1]
            products = 3 - (place == 0)
            work += 2 * fan_in * weights * products
            moved += 4 * weights * (products + 3)
            launches += products
    return work, moved, launches


# %% right: with_numpy
import numpy as np


def count_training(widths, examples, batch, epochs):
    weights = np.multiply(widths[:-1], widths[1:])
    products = np.full(len(weights), 3)
    products[0] = 2
    steps = epochs * int(np.ceil(examples / batch))
    work = 2 * epochs * examples * int(weights @ products)
    return work, 4 * steps * int(weights @ (products + 3)), steps * int(products.sum())
