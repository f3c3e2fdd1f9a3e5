# ---
# title: Will it fit?
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "Two things lie in the memory. One does not depend on the batch, the other grows with each
#     example."
#   - "Subtract 16 bytes for each weight from the memory. How many times does one example fit into
#     the rest?"
#   - "`max((memory - 16 * weights) // each, 0)`: whole examples, and never fewer than none."
# ---

# %% [markdown]
# Find the largest batch that a training step fits with into the memory of a machine.
#
# Training with Adam in mixed precision keeps 16 bytes for each of the `weights`. Each example of
# the batch leaves `each` bytes of activations for the backward pass. The machine holds `memory`
# bytes, and may be filled to the last one. Where not even one example fits, or not even the
# weights do, the answer is 0. All are whole numbers, `each` is at least 1.


# %% answer
def largest_batch(weights, each, memory):
    """weights, each, memory: whole numbers -> a whole number. One or two lines.

    >>> largest_batch(1_000_000, 500_000, 18_000_000)
    4
    >>> largest_batch(138_357_544, 60_000_000, 2 * 2**30)  # VGG-16 on a laptop's card
    0
    """
    ### BEGIN SOLUTION
    return max((memory - 16 * weights) // each, 0)
    ### END SOLUTION


# %% check
def sizes(draw):
    weights, each = draw.int(1_000, 9_000), draw.int(50, 900)
    batch, kept = draw.int(3, 90), 16 * weights
    return (
        weights,
        each,
        draw.each(
            [
                kept + batch * each + draw.int(1, each - 1),
                kept + batch * each,  # filled to the last byte
                kept + batch * each - 1,  # and one byte short of it
                kept + draw.int(1, each - 1),  # the weights, and no example
                kept,
                kept - draw.int(1, each),  # not even the weights
                kept // 2,
            ]
        ),
    )


check(largest_batch, given=sizes)
