# %% wrong: over_time
# You looked at the whole trace at once. A machine with one lane also adds first and multiplies
# later; that is one instruction after another. Compare within one step.
def flynn(trace):
    pairs = [lane for step in trace for lane in step if lane]
    instructions = len({name for name, _ in pairs}) > 1
    data = len({place for _, place in pairs}) > 1
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: a_still_lane_is_no_instruction
# You counted a lane that sits still as one more instruction. It is masked: the same instruction
# goes past it, and its result is not kept.
def flynn(trace):
    instructions = any(len({lane[0] if lane else None for lane in step}) > 1 for step in trace)
    data = any(len({lane[1] for lane in step if lane}) > 1 for step in trace)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: lanes_counted
# You found several data where there is one: you counted lanes, or put the places of all steps
# together. Several lanes may work on one place, and what one step works on does not matter to
# another: compare the places within each step.
#
# -    data = any(len({place for _, place in step}) > 1 for step in working)
# +    data = any(len(step) > 1 for step in working)


# %% wrong: letters_swapped
# You swapped the letters. The first pair is the instructions, the second the data: one instruction
# on many data is SIMD.
#
# -    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"
# +    return f"{'M' if data else 'S'}I{'M' if instructions else 'S'}D"


# %% wrong: the_first_step_only
# You looked at the first step. Several at the same time may show in any step.
def flynn(trace):
    working = [lane for lane in trace[0] if lane]
    instructions = len({name for name, _ in working}) > 1
    data = len({place for _, place in working}) > 1
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: neighbours_only
# You compared lanes that stand beside each other. Lanes that sit still may lie between two that
# differ.
from itertools import pairwise


def flynn(trace):
    def several(part):
        pairs = (pair for step in trace for pair in pairwise(step) if all(pair))
        return any(a[part] != b[part] for a, b in pairs)

    return f"{'M' if several(0) else 'S'}I{'M' if several(1) else 'S'}D"


# %% wrong: a_still_lane_is_one_more
# You counted a lane that sits still: in your sets `None` is one more instruction and one more
# place. Leave it out of both sets.
def flynn(trace):
    instructions = any(len({lane and lane[0] for lane in step}) > 1 for step in trace)
    data = any(len({lane and lane[1] for lane in step}) > 1 for step in trace)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: the_first_that_shows
# You stopped at the first step that has several of anything. A later one may have several
# instructions as well: look at all steps before you answer.
def flynn(trace):
    for step in trace:
        instructions = len({lane[0] for lane in step if lane}) > 1
        data = len({lane[1] for lane in step if lane}) > 1
        if instructions or data:
            break
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: the_last_step_only
# Your answer is that of the last step: each turn of the loop forgets what the turns before it
# found.
def flynn(trace):
    for step in trace:
        instructions = len({lane[0] for lane in step if lane}) > 1
        data = len({lane[1] for lane in step if lane}) > 1
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: in_every_step
# You ask for several in *every* step. One step with several shows what the machine can do: `any`.
def flynn(trace):
    instructions = all(len({lane[0] for lane in step if lane}) > 1 for step in trace)
    data = all(len({lane[1] for lane in step if lane}) > 1 for step in trace)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: instructions_over_time
# You put the instructions of all steps into one set. Different instructions one after another are
# still one at a time: ask in each step by itself, as you do for the data.
def flynn(trace):
    instructions = len({lane[0] for step in trace for lane in step if lane}) > 1
    data = any(len({lane[1] for lane in step if lane}) > 1 for step in trace)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% wrong: along_a_lane
# You followed each lane through the steps. What happens in different steps does not matter: compare
# the lanes of one step with one another.
def flynn(trace):
    lanes = [[step[i] for step in trace if step[i]] for i in range(len(trace[0]))]
    instructions = any(len({name for name, _ in lane}) > 1 for lane in lanes)
    data = any(len({place for _, place in lane}) > 1 for lane in lanes)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"


# %% right: with_loops
def flynn(trace):
    kinds = {"I": "S", "D": "S"}
    for step in trace:
        lanes = [lane for lane in step if lane is not None]
        for one in lanes:
            for other in lanes:
                if one[0] != other[0]:
                    kinds["I"] = "M"
                if one[1] != other[1]:
                    kinds["D"] = "M"
    return kinds["I"] + "I" + kinds["D"] + "D"


# %% right: widest_step
def flynn(trace):
    def letter(part):
        widest = max(len({lane[part] for lane in step if lane}) for step in trace)
        return "SM"[widest > 1]

    return letter(0) + "I" + letter(1) + "D"
