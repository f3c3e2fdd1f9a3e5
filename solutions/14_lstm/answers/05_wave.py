# %% wrong: lanes_without_end
# You let every ready cell run. At most `lanes` of them do in one moment; the others wait.
def wave_order(layers, steps, lanes):
    moments = []
    for moment in range(layers + steps - 1):
        cells = [(layer, moment - layer) for layer in range(layers)]
        moments.append([(layer, step) for layer, step in cells if 0 <= step < steps])
    return moments


# %% wrong: layer_after_layer
# You finished a layer before the next one began: one cell at a time. Cell `(1, 0)` may begin as
# soon as `(0, 0)` is done.
def wave_order(layers, steps, lanes):
    return [[(layer, step)] for layer in range(layers) for step in range(steps)]


# %% wrong: in_the_same_moment
# In your order a cell begins in a moment in which a cell that it needs still runs. Look at what was
# done *before* the moment began.
def wave_order(layers, steps, lanes):
    done, moments = set(), []
    while len(done) < layers * steps:
        now = []
        for layer in range(layers):
            for step in range(steps):
                if (
                    len(now) < lanes
                    and (layer, step) not in done
                    and (layer == 0 or (layer - 1, step) in done)
                    and (step == 0 or (layer, step - 1) in done)
                ):
                    now.append((layer, step))
                    done.add((layer, step))
        moments.append(now)
    return moments


# %% wrong: whole_diagonals
# You cut each diagonal into pieces and waited for all of it before the next diagonal began. With
# few lanes some cells of the next one are ready earlier, and a lane has nothing to do.
def wave_order(layers, steps, lanes):
    moments = []
    for moment in range(layers + steps - 1):
        cells = [(layer, moment - layer) for layer in range(layers)]
        cells = [(layer, step) for layer, step in cells if 0 <= step < steps]
        moments += [cells[at : at + lanes] for at in range(0, len(cells), lanes)]
    return moments


# %% wrong: highest_layer_first
# Where more cells are ready than lanes, you let the highest layers go first. The lowest go first.
#
# -        moments.append(ready[:lanes])
# +        moments.append(ready[-lanes:])


# %% wrong: state_forgotten
# You asked only what the layer below showed, so all steps of a layer ran at once: a stack without a
# state. Cell `(layer, step)` needs `(layer, step - 1)` as well.
def wave_order(layers, steps, lanes):
    moments = []
    for layer in range(layers):
        cells = [(layer, step) for step in range(steps)]
        moments += [cells[at : at + lanes] for at in range(0, steps, lanes)]
    return moments


# %% wrong: layer_below_forgotten
# You asked only for the state of the step before, so all layers began with the first word. A layer
# reads what the layer below has shown at the same step.
def wave_order(layers, steps, lanes):
    moments = []
    for step in range(steps):
        cells = [(layer, step) for layer in range(layers)]
        moments += [cells[at : at + lanes] for at in range(0, layers, lanes)]
    return moments


# %% wrong: step_before_layer
# Your moments are right, but the pairs are swapped: a cell is `(layer, step)`.
#
# -        moments.append(ready[:lanes])
# -        done |= set(moments[-1])
# +        moments.append([(step, layer) for layer, step in ready[:lanes]])
# +        done |= set(ready[:lanes])


# %% wrong: below_in_the_same_moment
# You let a layer read what the layer below gives in the same moment. It is there from the next
# moment on: look who is ready before any of them runs.
def wave_order(layers, steps, lanes):
    done, moments = [0] * layers, []
    while done[-1] < steps:
        moment = []
        for k in range(layers):
            if len(moment) < lanes and done[k] < (done[k - 1] if k else steps):
                moment.append((k, done[k]))
                done[k] += 1
        moments.append(moment)
    return moments


# %% wrong: rest_forgotten
# Cells are missing: where more were ready than there are lanes, the others were never run. They
# wait for the next moment.
def wave_order(layers, steps, lanes):
    moments = []
    for at in range(layers + steps - 1):
        cells = [(layer, at - layer) for layer in range(layers) if 0 <= at - layer < steps]
        moments.append(cells[:lanes])
    return moments


# %% wrong: word_by_word
# You ran one cell in a moment, word by word. All that are ready run at once, as far as there are
# lanes.
def wave_order(layers, steps, lanes):
    return [[(layer, step)] for step in range(steps) for layer in range(layers)]


# %% wrong: one_long_list
# Your cells stand in one list, which does not show where a moment ends. Give a list of lists.
#
# -    return moments
# +    return [cell for moment in moments for cell in moment]


# %% wrong: counted_from_one
# You counted layers and steps from 1. Both begin at 0.
#
# -    return moments
# +    return [[(layer + 1, step + 1) for layer, step in moment] for moment in moments]


# %% wrong: an_empty_moment
# Your last moment is empty. When all cells are done no other moment comes.
#
# -    return moments
# +    return [*moments, []]


# %% wrong: two_steps_behind
# You let each layer stay two steps behind the one below. What a cell gives is there in the next
# moment: one step behind is enough.
def wave_order(layers, steps, lanes):
    done, moments = [0] * layers, []
    while done[-1] < steps:
        ready = [
            (layer, done[layer])
            for layer in range(layers)
            if done[layer] < steps
            and (not layer or done[layer - 1] > done[layer] + 1 or done[layer - 1] == steps)
        ]
        moments.append(ready[:lanes])
        for layer, _ in moments[-1]:
            done[layer] += 1
    return moments


# %% right: next_step_of_each_layer
def wave_order(layers, steps, lanes):
    following, moments = [0] * layers, []
    while following[-1] < steps:
        before = [steps, *following]
        ready = [k for k in range(layers) if following[k] < min(steps, before[k])]
        moments.append([(k, following[k]) for k in ready[:lanes]])
        for k in ready[:lanes]:
            following[k] += 1
    return moments


# %% right: by_what_is_missing
def wave_order(layers, steps, lanes):
    missing = {(i, t): (i > 0) + (t > 0) for i in range(layers) for t in range(steps)}
    ready, moments = [(0, 0)], []
    while ready:
        ready.sort()
        now, ready = ready[:lanes], ready[lanes:]
        moments.append(now)
        for i, t in now:
            for after in ((i + 1, t), (i, t + 1)):
                if after in missing:
                    missing[after] -= 1
                    if not missing[after]:
                        ready.append(after)
    return moments
