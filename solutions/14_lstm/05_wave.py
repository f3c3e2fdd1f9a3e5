# ---
# title: The order of a wave
# kind: function
# points: 2
# minutes: 20
# hints:
#   - "Go moment by moment. Which cells are ready is decided *before* a moment begins: what it
#     finishes is there for the next one."
#   - "Keep a set of what is done. A cell is ready if it is not done, and what it needs is: the cell
#     one layer below unless the layer is 0, and the cell one step before unless the step is 0."
#   - "`ready = [(i, t) for i in range(layers) for t in range(steps) if (i, t) not in done and (i ==
#     0 or (i - 1, t) in done) and (t == 0 or (i, t - 1) in done)]` stands in the right order
#     already: `ready[:lanes]` is the moment. Repeat until all are done."
# ---

# %% [markdown]
# Give the cells of a stack of recurrent layers in the order of a wave, moment by moment.
#
# Cell `(layer, step)` needs what the layer below showed at the same step, `(layer - 1, step)`, and
# its own state, `(layer, step - 1)`. Layer 0 reads the text, and step 0 begins with zeros: there
# nothing is needed. Each cell takes one moment, and what it gives is there from the next moment on.
# At most `lanes` cells run in a moment. Every moment takes as many of the ready cells as it can; if
# more are ready, those of the lowest layers go first. (No layer has two ready cells.) Give a list
# of moments, each a list of cells, lowest layer first. There may be one layer, one step, one lane.

# %% answer
def wave_order(layers, steps, lanes):
    """Eight to twelve lines.

    >>> wave_order(2, 3, 2)
    [[(0, 0)], [(0, 1), (1, 0)], [(0, 2), (1, 1)], [(1, 2)]]
    """
    ### BEGIN SOLUTION
    done, moments = set(), []
    while len(done) < layers * steps:
        ready = [
            (layer, step)
            for layer in range(layers)
            for step in range(steps)
            if (layer, step) not in done
            and (layer == 0 or (layer - 1, step) in done)
            and (step == 0 or (layer, step - 1) in done)
        ]
        moments.append(ready[:lanes])
        done |= set(moments[-1])
    return moments
    ### END SOLUTION


# %% check
def some_stack(draw):
    """One layer, one step, one lane; lanes to spare, and too few."""
    layers, steps = draw.each([(1, 1), (3, 4), (4, 2), (1, 5), (5, 1), (4, 6), (3, 7)])
    lanes = draw.each([1, 2, 3, 8])
    return layers + (layers > 1) * draw.int(0, 2), steps + (steps > 1) * draw.int(0, 3), lanes


check(wave_order, given=some_stack)
