# ---
# title: What does your training ask for?
# kind: function
# points: 1
# minutes: 20
# hints:
#   - "A layer forward is one product, two operations for each weight and example. How many products
#     are there backward, and which of them does nobody need in the first layer?"
#   - "With `every` weights in all and `first` in the first layer, an example needs
#     `2 * (3 * every - first)` operations. A step moves `6 * every - first` numbers and makes a
#     product for each layer forward and two backward, except the one that nobody needs."
#   - "The steps are `rounds * -(-examples // batch)`. Work goes with `rounds * examples`; bytes, `4
#     * (6 * every - first)` a step, and products, `3 * len(weights) - 1`, go with the steps."
# ---

# %% [markdown]
# Count what a training asks of a machine: its operations, its bytes, its products.
#
# The network is dense: `widths` are the numbers that go into the first layer, come out of it, and
# so on, at least two of them, so `[64, 32, 10]` has two layers. Biases and activation functions
# are not counted. Each round goes through all examples once, in batches of `batch`; what is left
# over at the end of a round is a smaller batch, and a step like the others.
#
# - **Work**: a layer forward takes 2 operations for each weight and example. Backward takes as
#   many for the gradients of the weights, and as many for those of what went into the layer. The
#   first layer does not need the latter: its input is the examples.
# - **Bytes**: in each step a weight is read forward; read backward, if the gradients of what went
#   in are needed; its gradient is written, and read by the update; the update reads the weight and
#   writes it. Each is 4 bytes. Examples, and what layers hand on, are not counted.
# - **Launches**: each product of a step is handed over once, forward or backward, and nothing else
#   is counted.
#
# Give the three for the whole training, as whole numbers.


# %% answer
def counted(widths, examples, batch, rounds):
    """widths: a list of whole numbers, the others whole numbers -> (work, bytes, launches).

    Five to nine lines.

    >>> counted([64, 32, 10], examples=640, batch=32, rounds=10)
    (64716800, 9728000, 1000)
    """
    ### BEGIN SOLUTION
    from itertools import pairwise

    weights = [seen * made for seen, made in pairwise(widths)]
    every, first = sum(weights), weights[0]
    steps = rounds * -(-examples // batch)
    work = rounds * examples * 2 * (3 * every - first)
    return work, steps * 4 * (6 * every - first), steps * (3 * len(weights) - 1)
    ### END SOLUTION


# %% check
def trainings(draw):
    layers = draw.each([1, 2, 4])
    widths = [draw.int(2, 90) for _ in range(layers + 1)]
    batch = draw.int(8, 64)
    # Of the last batch: full, one alone, some; and all examples in one, which is not full.
    full, left = draw.each([(draw.int(2, 9), 0), (draw.int(2, 9), 1), (draw.int(2, 9), 5), (0, 7)])
    return widths, full * batch + left, batch, draw.each([1, *(draw.int(2, 40) for _ in range(4))])


check(counted, given=trainings)
