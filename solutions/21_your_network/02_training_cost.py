# ---
# title: Count the operations, bytes and launches of a training run
# kind: function
# points: 1
# minutes: 20
# hints:
#   - "The forward pass of a layer is one product with two operations per weight and example. How
#     many products does the backward pass have? Which of them is not needed in the first layer?"
#   - "With `total` weights in total and `first` in the first layer, an example needs
#     `2 * (3 * total - first)` operations. A step moves `6 * total - first` elements. It makes one
#     product per layer in the forward pass and two in the backward pass, except for the one that is
#     not needed."
#   - "There are `epochs * -(-examples // batch)` steps. Work is proportional to
#     `epochs * examples`. Bytes, `4 * (6 * total - first)` per step, and launches,
#     `3 * len(weights) - 1` per step, are proportional to the steps."
# ---

# %% [markdown]
# Return the work, the bytes and the kernel launches of a training run, as integers.
#
# - The network is dense. `widths` contains the sizes of its layers, beginning with the input:
#   `[64, 32, 10]` has two layers. There is at least one layer.
# - Do not count biases and activation functions.
# - The training runs for `epochs` epochs. An epoch goes through all `examples` examples once, in
#   batches of `batch`. If examples are left over at the end of an epoch, they form a smaller batch,
#   which is a step like the others.
#
# Return three numbers:
#
# - **Work**: the forward pass of a layer takes 2 operations per weight and example. The backward
#   pass takes as many for the gradients of the weights, and as many for the gradients of the
#   layer's input. The first layer does not need the latter, because its input is the examples.
# - **Bytes**: in each step, every weight is read in the forward pass. It is read in the backward
#   pass, too, if the gradients of the layer's input are needed. Its gradient is written once and
#   read once by the update. The update also reads and writes the weight. Each of these takes 4
#   bytes. Do not count examples and activations.
# - **Launches**: each product of a step, forward or backward, is one launch. Count no others.


# %% answer
def count_training(widths, examples, batch, epochs):
    """widths: a list of integers, the others: integers -> (work, bytes, launches).

    Five to nine lines.

    >>> count_training([64, 32, 10], examples=640, batch=32, epochs=10)
    (64716800, 9728000, 1000)
    """
    ### BEGIN SOLUTION
    from itertools import pairwise

    weights = [fan_in * fan_out for fan_in, fan_out in pairwise(widths)]
    total, first = sum(weights), weights[0]
    steps = epochs * -(-examples // batch)
    work = epochs * examples * 2 * (3 * total - first)
    return work, steps * 4 * (6 * total - first), steps * (3 * len(weights) - 1)
    ### END SOLUTION


# %% check
def trainings(draw):
    layers = draw.each([1, 2, 4])
    widths = [draw.int(2, 90) for _ in range(layers + 1)]
    batch = draw.int(8, 64)
    # The last batch: full, one example, several. Finally, all examples in one small batch.
    full, left = draw.each([(draw.int(2, 9), 0), (draw.int(2, 9), 1), (draw.int(2, 9), 5), (0, 7)])
    return widths, full * batch + left, batch, draw.each([1, *(draw.int(2, 40) for _ in range(4))])


check(count_training, given=trainings)
