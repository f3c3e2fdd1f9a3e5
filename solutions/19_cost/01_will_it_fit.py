# ---
# title: Compute the largest batch that fits into memory
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "Two parts occupy the memory. One does not depend on the batch size, and the other grows with
#     each example."
#   - "Subtract 16 bytes per weight from the memory. How many examples fit into the rest?"
#   - "`max((memory - 16 * weights) // per_example, 0)`: only whole examples, and never fewer than
#     0."
# ---

# %% [markdown]
# Return the largest batch size with which a training step fits into the memory of a machine. All
# values are integers.
#
# - The network has `weights` weights. Training with Adam in mixed precision needs 16 bytes for each
#   of them.
# - Each example of the batch needs `per_example` bytes for activations, which are kept for the
#   backward pass. `per_example` is at least 1.
# - The machine has `memory` bytes, and the step may use all of them.
# - If not even one example fits, or the weights alone do not fit, return 0.


# %% answer
def largest_batch(weights, per_example, memory):
    """weights, per_example, memory: integers -> an integer. One or two lines.

    >>> largest_batch(1_000_000, 500_000, 18_000_000)
    4
    >>> largest_batch(138_357_544, 60_000_000, 2 * 2**30)  # VGG-16 on a laptop GPU
    0
    """
    ### BEGIN SOLUTION
    return max((memory - 16 * weights) // per_example, 0)
    ### END SOLUTION


# %% check
def sizes(draw):
    weights, per_example = draw.int(1_000, 9_000), draw.int(50, 900)
    batch, kept = draw.int(3, 90), 16 * weights
    return (
        weights,
        per_example,
        draw.each(
            [
                kept + batch * per_example + draw.int(1, per_example - 1),
                kept + batch * per_example,  # fills the memory exactly
                kept + batch * per_example - 1,  # one byte too small
                kept + draw.int(1, per_example - 1),  # the weights fit, but no example
                kept,
                kept - draw.int(1, per_example),  # not even the weights
                kept // 2,
            ]
        ),
    )


check(largest_batch, given=sizes)
