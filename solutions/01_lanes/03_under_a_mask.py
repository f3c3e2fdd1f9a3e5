# ---
# title: What an if costs a vector
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Cut `takes` into groups of `width`. What does a group cost in which all lanes want the same
#     side, and what if both sides are wanted?"
#   - "A group pays `yes` if any of its lanes is true and `no` if any is false. `any(group)` and
#     `not all(group)` ask that."
#   - "Busy lane-steps: `yes` for each true entry, `no` for each false one. All lane-steps: `width`
#     for each instruction, whether or not its lanes are filled."
# ---

# %% [markdown]
# Count the vector instructions that an `if` costs, and the share of their lanes that do something
# useful.
#
# `takes[i]` says whether number `i` takes the *yes* side, which is `yes` instructions long; the
# other side is `no` instructions long. Numbers go into vectors of `width` lanes in order; the last
# vector may have empty lanes. A vector carries out a side if at least one of its numbers wants it,
# and skips it otherwise; meanwhile all lanes that do not want it wait. Utilisation is lane-steps
# that were wanted, divided by lanes times instructions.

# %% answer
def under_a_mask(takes, width, yes, no):
    """([True, False, True, True], 2, 3, 1) -> (7, 0.7142857): instructions, utilisation.

    Four to eight lines."""
    ### BEGIN SOLUTION
    groups = [takes[start : start + width] for start in range(0, len(takes), width)]
    instructions = sum(yes * any(group) + no * (not all(group)) for group in groups)
    busy = sum(yes if takes_it else no for takes_it in takes)
    return instructions, busy / (width * instructions)
    ### END SOLUTION


# %% check
def numbers(draw):
    width = draw.pick([2, 4, 8])
    takes = []
    for _ in range(draw.int(1, 3)):
        kind = draw.int(0, 3)
        takes += [(draw.int(0, 1) == 1) if kind < 2 else kind == 2 for _ in range(width)]
    takes += [draw.int(0, 1) == 1 for _ in range(draw.int(0, width - 1))]
    return takes, width, draw.int(1, 6), draw.int(1, 6)


check(under_a_mask, given=numbers)


# %% wrong: both_sides_always
# You let every vector carry out both sides. That is what `where` does; this machine looks at the
# mask first, and a side that no lane wants is skipped.
def under_a_mask(takes, width, yes, no):
    groups = -(-len(takes) // width)
    instructions = groups * (yes + no)
    busy = sum(yes if takes_it else no for takes_it in takes)
    return instructions, busy / (width * instructions)


# %% wrong: the_longer_side
# In a vector that wants both sides you paid for the longer one. One instruction at a time goes to
# all lanes: the sides come one after the other, so their lengths add up.
def under_a_mask(takes, width, yes, no):
    groups = [takes[start : start + width] for start in range(0, len(takes), width)]
    instructions = sum(max(yes * any(group), no * (not all(group))) for group in groups)
    busy = sum(yes if takes_it else no for takes_it in takes)
    return instructions, busy / (width * instructions)


# %% wrong: one_number_at_a_time
# You counted as if each number were alone in its vector. One instruction serves all lanes of its
# vector at once.
def under_a_mask(takes, width, yes, no):
    busy = sum(yes if takes_it else no for takes_it in takes)
    return busy, 1 / width


# %% wrong: empty_lanes_forgotten
# Your instructions are right. In the utilisation you left out the empty lanes of the last vector:
# they are there, and they do nothing.
def under_a_mask(takes, width, yes, no):
    groups = [takes[start : start + width] for start in range(0, len(takes), width)]
    costs = [yes * any(group) + no * (not all(group)) for group in groups]
    busy = sum(yes if takes_it else no for takes_it in takes)
    return sum(costs), busy / sum(len(group) * cost for group, cost in zip(groups, costs))


# %% wrong: last_vector_dropped
# You dropped the last vector where it is not full. Its numbers want their results, too.
def under_a_mask(takes, width, yes, no):
    full = len(takes) // width * width
    groups = [takes[start : start + width] for start in range(0, full, width)]
    instructions = sum(yes * any(group) + no * (not all(group)) for group in groups)
    busy = sum(yes if takes_it else no for takes_it in takes[:full])
    return instructions, busy / (width * instructions) if instructions else 0.0


# %% right: with_numpy
import numpy as np


def under_a_mask(takes, width, yes, no):
    takes = np.array(takes)
    empty = -len(takes) % width
    wants_yes = np.append(takes, [False] * empty).reshape(-1, width)
    wants_no = np.append(~takes, [False] * empty).reshape(-1, width)
    instructions = int(yes * wants_yes.any(1).sum() + no * wants_no.any(1).sum())
    busy = yes * wants_yes.sum() + no * wants_no.sum()
    return instructions, float(busy / (width * instructions))


# %% right: step_by_step
def under_a_mask(takes, width, yes, no):
    instructions = busy = 0
    for start in range(0, len(takes), width):
        group = takes[start : start + width]
        for side, length in ((True, yes), (False, no)):
            wanted = group.count(side)
            if wanted:
                instructions += length
                busy += wanted * length
    return instructions, busy / width / instructions
