# %% wrong: never_full
# You let a small batch take as long as its examples say. A batch smaller than `full` takes as long
# as one of `full`.
def crossover(old, new):
    def time(machine, batch):
        return machine[0] + machine[1] * batch

    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)


# %% wrong: new_one_alone_waits
# You let only the new machine wait to be full. The old one has lanes as well: its batches below
# `full` take as long as one of `full`.
def crossover(old, new):
    def time(batch):
        return new[0] + new[1] * max(batch, new[2])

    return next((b for b in range(1, 1025) if time(b) < old[0] + old[1] * b), None)


# %% wrong: as_fast
# You gave the batch at which the new machine takes *as long* as the old one. The task asks for less
# time.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1025) if time(new, b) <= time(old, b)), None)


# %% wrong: powers_of_two
# You tried only 1, 2, 4, 8, ... The smallest batch may lie between two of them.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((2**k for k in range(11) if time(new, 2**k) < time(old, 2**k)), None)


# %% wrong: up_to_1023
# Nearly: 1024 is a batch as well, and `range` stops before its end.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1024) if time(new, b) < time(old, b)), None)


# %% wrong: zero_for_never
# Where the new machine never takes less time, the answer is `None`. You gave 0, which would be a
# batch.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), 0)


# %% wrong: last_for_never
# Where the new machine never takes less time, the answer is `None`. You gave the largest batch.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), 1024)


# %% wrong: beyond_1024
# You looked at batches beyond 1024. If the new machine is behind up to there, the answer is `None`.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 4000) if time(new, b) < time(old, b)), None)


# %% wrong: steeper_never_wins
# You assumed that a machine that needs more time for each example never wins. While its lanes are
# not full, a batch may grow and takes no longer.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    if new[1] >= old[1]:
# +        return None
# +    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)


# %% wrong: halved
# You halved the range, as if a machine that wins once wins in every larger batch. It may fall
# behind again: try the batches one by one.
def crossover(old, new):
    def time(machine, batch):
        fixed, each, full = machine
        return fixed + each * max(batch, full)

    low, high = 1, 1025
    while low < high:
        middle = (low + high) // 2
        if time(new, middle) < time(old, middle):
            high = middle
        else:
            low = middle + 1
    return low if low <= 1024 else None


# %% wrong: where_the_lines_meet
# You took the batch where two straight lines meet. Below `full` the times are not on these lines,
# and the machines may cross there, or more than once.
def crossover(old, new):
    if new[1] >= old[1]:
        return None
    batch = max((new[0] - old[0]) // (old[1] - new[1]) + 1, 1)
    return batch if batch <= 1024 else None


# %% wrong: crossing_of_two_lines
# You solved for the batch where two straight lines meet. Below `full` the times are not on these
# lines: use `max(batch, full)`, and try the batches from 1 to 1024.
def crossover(old, new):
    if new[1] >= old[1]:
        return None
    batch = (new[0] - old[0]) // (old[1] - new[1]) + 1
    return batch if 1 <= batch <= 1024 else None


# %% wrong: examples_apart
# You let every example wait for full lanes by itself. A batch smaller than `full` takes as long as
# one of `full`: it is the batch that is filled up, `max(batch, full)`.
#
# -        return fixed + each * max(batch, full)
# +        return fixed + each * batch * full


# %% wrong: ahead_for_good
# You looked for the batch from which on the new machine stays ahead. It may win, fall behind and
# win again: the smallest batch at which it wins is asked for.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    wins = [batch for batch in range(1, 1025) if time(new, batch) < time(old, batch)]
# +    last = [batch for batch in wins if batch - 1 not in wins]
# +    return last[-1] if last else None


# %% wrong: stays_ahead
# You gave the batch from which on the new machine stays ahead up to 1024, and `None` where it does
# not. The task does not ask whether it stays ahead, only for the smallest batch at which it wins.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    for batch in range(1024, 0, -1):
# +        if time(new, batch) >= time(old, batch):
# +            return batch + 1 if batch < 1024 else None
# +    return 1


# %% wrong: where_the_old_one_wins
# You gave the smallest batch at which the *old* machine takes less time.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1025) if time(old, b) < time(new, b)), None)


# %% wrong: a_batch_of_none
# You tried a batch without an example as well. The smallest batch is 1.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1025) if time(new, b) < time(old, b)), None)


# %% wrong: minus_one_for_never
# Where the new machine never takes less time, the answer is `None`. You gave -1.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), -1)


# %% wrong: in_full_loads
# You filled every batch up to a multiple of `full`. Only a batch smaller than `full` takes as long
# as one of `full`; beyond that each example takes its `each`.
#
# -        return fixed + each * max(batch, full)
# +        return fixed + each * -(-batch // full) * full

# %% wrong: from_none_to_1023
# `range(1024)` goes from 0 to 1023. Batches go from 1 to 1024: `range(1, 1025)`.
#
# -    return next((b for b in range(1, 1025) if time(new, b) < time(old, b)), None)
# +    return next((b for b in range(1024) if time(new, b) < time(old, b)), None)

# %% right: with_numpy
import numpy as np


def crossover(old, new):
    batches = np.arange(1, 1025)
    before, after = (fixed + each * np.maximum(batches, full) for fixed, each, full in (old, new))
    return int(batches[after < before][0]) if (after < before).any() else None


# %% right: with_a_loop
def crossover(old, new):
    batch = 1
    while batch <= 1024:
        behind = new[0] + new[1] * max(batch, new[2]) - old[0] - old[1] * max(batch, old[2])
        if behind < 0:
            return batch
        batch += 1
    return None


# %% right: piece_by_piece
from itertools import pairwise


def crossover(old, new):
    def gain(batch):
        (a, b, c), (d, e, f) = old, new
        return a + b * max(batch, c) - d - e * max(batch, f)

    # Between two corners the gain is a straight line.
    corners = sorted({1, *(full for full in (old[2], new[2]) if full <= 1024), 1024})
    for left, right in pairwise(corners):
        if gain(left) > 0:
            return left
        if gain(right) > 0:
            slope = (gain(right) - gain(left)) // (right - left)
            return left + -gain(left) // slope + 1
    return None
