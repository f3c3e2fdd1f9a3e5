# %% wrong: six_for_all
# You gave every layer the same: three products, six numbers moved. The first layer hands no
# gradients on, so it makes two products and reads its weights one time fewer.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 6 * every
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 24 * every, steps * 3 * len(weights)


# %% wrong: work_by_the_rule
# Bytes and launches are right. For `work` you took the rule of six for each weight and example. The
# first layer does not need the gradients of its input: it takes four.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 6 * every


# %% wrong: last_layer
# You left out the gradients of the *last* layer's input. The layers before it learn from them. Only
# the first layer does not need them.
#
# -    every, first = sum(weights), weights[0]
# +    every, first = sum(weights), weights[-1]


# %% wrong: rest_dropped
# `work` is right. In bytes and launches you left out the step with what is left over at the end of
# a round: it is a step like the others.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = rounds * (examples // batch)


# %% wrong: rest_taken_along
# `work` is right. You let what is left over wait for the next round. Each round ends with a batch
# of what is left, so round up first and multiply then.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = -(-rounds * examples // batch)


# %% wrong: rest_filled_up
# Bytes and launches are right. For `work` you counted only full batches. What is left over at the
# end of a round is a smaller batch, and asks for fewer operations.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = steps * batch * 2 * (3 * every - first)


# %% wrong: moved_for_each_example
# `work` and launches are right. You moved the weights once for each example. A step moves them
# once, for all examples of its batch.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return (
# +        work,
# +        rounds * examples * 4 * (6 * every - first),
# +        steps * (3 * len(weights) - 1),
# +    )


# %% wrong: numbers_not_bytes
# `work` and launches are right. You counted the numbers that are moved. A float32 number has four
# bytes.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * (6 * every - first), steps * (3 * len(weights) - 1)


# %% wrong: no_update
# `work` and launches are right. You left the update out of the bytes: it reads the gradient and the
# weight, and writes the weight.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (3 * every - first), steps * (3 * len(weights) - 1)


# %% wrong: six_numbers_for_all
# `work` and launches are right. You moved six numbers for each weight of the first layer too. Its
# weights are not read in the backward pass: the gradients of its input are not needed.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * 6 * every, steps * (3 * len(weights) - 1)


# %% wrong: gradient_moved_once
# `work` and launches are right. You moved each gradient once, or left out one of the update's two
# moves of a weight. A gradient is written and read, and the update reads a weight and writes it.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (5 * every - first), steps * (3 * len(weights) - 1)


# %% wrong: three_products_for_all
# `work` and bytes are right. You handed over three products for the first layer too. It needs no
# gradients of what went in, so it has two.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (6 * every - first), steps * 3 * len(weights)


# %% wrong: multiply_adds
# Bytes and launches are right. You counted a multiplication and its addition as one operation.
# They are two.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * (3 * every - first)


# %% wrong: forward_alone
# Bytes and launches are right. For `work` you counted only the forward pass. Backward makes two
# more products of each layer, and one of the first.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 2 * every


# %% wrong: a_launch_a_layer
# `work` and bytes are right. You handed over one product for each layer. Backward there are two
# more, one in the first layer.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (6 * every - first), steps * len(weights)


# %% wrong: one_round
# You counted one round. The training has `rounds` of them.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = -(-examples // batch)
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = examples * 2 * (3 * every - first)


# %% wrong: work_of_one_round
# Bytes and launches are right. `work` is that of one round, and the training has `rounds` of them.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = examples * 2 * (3 * every - first)


# %% wrong: steps_of_one_round
# `work` is right. Bytes and launches are those of one round, and the training has `rounds` of them.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = -(-examples // batch)


# %% wrong: one_product_backward
# Bytes and launches are right. In `work` you gave the backward pass one product of each layer, or
# none of the first. It makes two of each, and one of the first.
#
# -    work = rounds * examples * 2 * (3 * every - first)
# +    work = rounds * examples * 2 * (2 * every - first)


# %% wrong: bytes_last
# Bytes and launches have changed places. First the work, then the bytes, then the launches.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * (3 * len(weights) - 1), steps * 4 * (6 * every - first)


# %% wrong: two_products_for_all
# `work` and bytes are right. You handed over two products for each layer, as the first has them.
# All others make a third: the gradients of their input.
#
# -    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
# +    return work, steps * 4 * (6 * every - first), steps * 2 * len(weights)


# %% wrong: biases_counted
# You counted what is added after each product as weights. It is not counted here.
#
# -    weights = [seen * made for seen, made in pairwise(widths)]
# +    weights = [(seen + 1) * made for seen, made in pairwise(widths)]


# %% wrong: parts_of_steps
# `work` is right. Your steps have a fraction. What is left over at the end of a round is a step of
# its own: round up.
#
# -    steps = rounds * -(-examples // batch)
# +    steps = rounds * examples / batch


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
