# ---
# title: One step of a SIMT machine
# kind: function
# points: 2
# minutes: 20
# hints:
#   - "Two questions first: which place is carried out in this step, and which lanes stand there?
#     All other lanes stay exactly as they are."
#   - "`here = min(place for place in places if place < len(program))`. If there is no such place,
#     everybody is done. A lane is active if its place equals `here`."
#   - "For an active lane: `add` and `times` change its value and move its place by one.
#     `odd` leaves the value; the place becomes the argument if the value is odd, else it moves by
#     one. `goto` sets the place."
# ---

# %% [markdown]
# Carry out one step of a tiny SIMT machine: one instruction for all lanes that stand at it.
#
# Each lane has a place in the program and a value. In each step the machine picks the *smallest*
# place at which a lane stands and carries out the instruction there, for all lanes that stand
# there; all others are masked, and wait. A lane whose place is `len(program)` is done. If all are
# done, nothing changes. The instructions:
#
# | instruction | value | place |
# |---|---|---|
# | `("add", k)` | `value + k` | the next one |
# | `("times", k)` | `value * k` | the next one |
# | `("odd", p)` | stays | `p` if the value is odd, else the next one |
# | `("goto", p)` | stays | `p` |

# %% answer
def simt_step(program, places, values):
    """([("odd", 2), ("add", 1)], [0, 0, 1], [4, 5, 6]) -> ([1, 2, 1], [4, 5, 6]).

    The places and the values after the step. Ten to fifteen lines."""
    ### BEGIN SOLUTION
    waiting = [place for place in places if place < len(program)]
    if not waiting:
        return places, values
    here = min(waiting)
    name, argument = program[here]
    new_places, new_values = list(places), list(values)
    for lane, value in enumerate(values):
        if places[lane] != here:
            continue
        new_places[lane] = here + 1
        if name == "add":
            new_values[lane] = value + argument
        elif name == "times":
            new_values[lane] = value * argument
        elif name == "goto" or value % 2 == 1:
            new_places[lane] = argument
    return new_places, new_values
    ### END SOLUTION


# %% check
def moment(draw):
    long = draw.int(2, 5)
    program = []
    for _ in range(long):
        name = draw.pick(["add", "times", "odd", "odd", "goto"])
        program.append((name, draw.int(2, 5) if name in ("add", "times") else draw.int(0, long)))
    lanes = draw.int(2, 5)
    crowded = draw.int(0, long - 1)
    places = [draw.pick([crowded, crowded, draw.int(0, long)]) for _ in range(lanes)]
    return program, places, [draw.int(0, 9) for _ in range(lanes)]


check(simt_step, given=moment)


# %% wrong: every_lane_its_own
# You let every lane carry out the instruction at which it stands. That machine has a control unit
# for each lane. This one has one for all of them: pick one place, and mask the others.
def simt_step(program, places, values):
    new_places, new_values = list(places), list(values)
    for lane, here in enumerate(places):
        if here == len(program):
            continue
        name, argument = program[here]
        new_places[lane] = here + 1
        if name == "add":
            new_values[lane] = values[lane] + argument
        elif name == "times":
            new_values[lane] = values[lane] * argument
        elif name == "goto" or values[lane] % 2 == 1:
            new_places[lane] = argument
    return new_places, new_values


# %% wrong: nobody_is_masked
# You carried out the right instruction in every lane, also in those that do not stand at it. Mask
# them: their place and their value stay as they are.
def simt_step(program, places, values):
    waiting = [place for place in places if place < len(program)]
    if not waiting:
        return places, values
    here = min(waiting)
    name, argument = program[here]
    new_places, new_values = [here + 1] * len(places), list(values)
    for lane, value in enumerate(values):
        if name == "add":
            new_values[lane] = value + argument
        elif name == "times":
            new_values[lane] = value * argument
        elif name == "goto" or value % 2 == 1:
            new_places[lane] = argument
    return new_places, new_values


# %% wrong: jumps_together
# At a branch you sent all active lanes the same way, as the first of them wanted it. Each lane asks
# its own value. This is where they part: divergence.
def simt_step(program, places, values):
    waiting = [place for place in places if place < len(program)]
    if not waiting:
        return places, values
    here = min(waiting)
    name, argument = program[here]
    active = [lane for lane, place in enumerate(places) if place == here]
    jump = name == "goto" or (name == "odd" and values[active[0]] % 2 == 1)
    new_places, new_values = list(places), list(values)
    for lane in active:
        new_places[lane] = argument if jump else here + 1
        if name == "add":
            new_values[lane] = values[lane] + argument
        elif name == "times":
            new_values[lane] = values[lane] * argument
    return new_places, new_values


# %% wrong: the_first_lane_leads
# You carried out the instruction of the first lane that is not done. It is the *smallest* place
# that counts, whoever stands there: lanes that fell behind catch up, and the row comes together.
def simt_step(program, places, values):
    waiting = [place for place in places if place < len(program)]
    if not waiting:
        return places, values
    here = waiting[0]
    name, argument = program[here]
    new_places, new_values = list(places), list(values)
    for lane, value in enumerate(values):
        if places[lane] != here:
            continue
        new_places[lane] = here + 1
        if name == "add":
            new_values[lane] = value + argument
        elif name == "times":
            new_values[lane] = value * argument
        elif name == "goto" or value % 2 == 1:
            new_places[lane] = argument
    return new_places, new_values


# %% wrong: jumps_if_even
# Your branch goes the wrong way: `odd` jumps where the value is odd.
def simt_step(program, places, values):
    waiting = [place for place in places if place < len(program)]
    if not waiting:
        return places, values
    here = min(waiting)
    name, argument = program[here]
    new_places, new_values = list(places), list(values)
    for lane, value in enumerate(values):
        if places[lane] != here:
            continue
        new_places[lane] = here + 1
        if name == "add":
            new_values[lane] = value + argument
        elif name == "times":
            new_values[lane] = value * argument
        elif name == "goto" or value % 2 == 0:
            new_places[lane] = argument
    return new_places, new_values


# %% right: with_numpy
import numpy as np


def simt_step(program, places, values):
    places, values = np.array(places), np.array(values)
    here = places.min()
    if here == len(program):
        return places.tolist(), values.tolist()
    name, k = program[here]
    mask = places == here
    if name == "add":
        values = np.where(mask, values + k, values)
    if name == "times":
        values = np.where(mask, values * k, values)
    jump = {"odd": values % 2 == 1, "goto": values == values}.get(name, values != values)
    places = np.where(mask, np.where(jump, k, here + 1), places)
    return places.tolist(), values.tolist()


# %% right: a_rule_for_each_instruction
def simt_step(program, places, values):
    here = min(places)
    if here >= len(program):
        return (places, values)
    name, k = program[here]
    rules = {
        "add": lambda x: (here + 1, x + k),
        "times": lambda x: (here + 1, x * k),
        "odd": lambda x: (k if x % 2 else here + 1, x),
        "goto": lambda x: (k, x),
    }
    after = [rules[name](x) if p == here else (p, x) for p, x in zip(places, values)]
    return [p for p, _ in after], [x for _, x in after]
