# ---
# title: Which of Flynn's four?
# kind: function
# points: 1
# minutes: 8
# hints:
#   - "Two questions decide: are there ever several instructions in one step, and are there ever
#     several pieces of data in one step? What happens in *different* steps does not matter."
#   - "In each step, leave out the lanes that sit still. Then put the instructions into a set, and
#     the data into another. Is one of the sets ever larger than one?"
#   - "`instructions = any(len({lane[0] for lane in step if lane}) > 1 for step in trace)`, and the
#     same with `lane[1]` for the data. Two answers, two letters."
# ---

# %% [markdown]
# Say which of Flynn's four classes a trace shows: `"SISD"`, `"SIMD"`, `"MISD"` or `"MIMD"`.
#
# A trace is a list of steps, and a step has an entry for each lane: a pair of the instruction it
# carried out and the place of its data, or `None` if the lane was idle. Any program has different
# instructions one after another; *multiple* means several at the same time. Lanes that do the same
# to the same place count as one.

# %% answer
def flynn(trace):
    """[[("add", 0), ("add", 1)], [("mul", 0), None]] -> "SIMD". Two to six lines."""
    ### BEGIN SOLUTION
    working = [[lane for lane in step if lane] for step in trace]
    instructions = any(len({name for name, _ in step}) > 1 for step in working)
    data = any(len({place for _, place in step}) > 1 for step in working)
    return f"{'M' if instructions else 'S'}I{'M' if data else 'S'}D"
    ### END SOLUTION


# %% check
def trace(draw):
    several_names, several_data = draw.each([(1, 1), (0, 1), (1, 0), (0, 0)])
    who = draw.each(["any", "apart", "all"])
    lanes, names, steps = draw.int(3, 4), draw.shuffle(["add", "mul", "load"]), []
    for _ in range(draw.int(2, 4)):
        alone, entry = draw.int(0, lanes - 1), (draw.pick(names), draw.int(0, 9))
        steps.append([entry if who == "all" or lane == alone else None for lane in range(lanes)])
    # The class shows in one step, anywhere; in the others one lane works, or all do the same.
    step, place = [None] * lanes, draw.int(0, 9)
    at_work = {"apart": [0, 2], "any": range(draw.int(2, lanes)), "all": range(lanes)}[who]
    other = draw.pick(list(at_work))  # one lane alone, so that no two of them tell it all
    for lane in at_work:
        name = names[int(several_names and lane == other)]
        step[lane] = (name, place + int(several_data and lane == other))
    steps.insert(draw.int(0, len(steps)), step)
    if several_names and several_data:  # the first step with several of anything has not all
        steps.insert(0, [(names[0], place) for place in range(lanes)])
    return (steps,)


check(flynn, given=trace)
