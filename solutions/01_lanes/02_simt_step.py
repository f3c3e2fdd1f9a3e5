# ---
# title: Simulate one step of a SIMT machine
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "First determine which place is executed in this step and which lanes are there. All other
#     lanes stay unchanged. A traced function cannot branch on values: compute the results of all
#     instructions for all lanes, then select."
#   - "`current = places.min()`, and `active = places == current` is the mask, as long as `current`
#     is inside the program. `what, argument = program[current]` is the instruction for all active
#     lanes."
#   - "The new place is `jnp.where(jumps, argument, current + 1)`, where `jumps = (what == GOTO) |
#     ((what == ODD) & (values % 2 == 1))`. Put `jnp.where(active, new, old)` around both results."
# ---

# %% [markdown]
# Simulate one step of a small SIMT machine. Each lane has a place (an index into the program) and a
# value. Return the places and the values after the step:
#
# - The machine executes the instruction at the *smallest* place of any lane.
# - All lanes at that place execute it. All other lanes are masked: they keep their place and value.
# - A lane whose place is `len(program)` is done. If all lanes are done, nothing changes.
#
# An instruction is a row with two elements, an operation and its argument:
#
# | instruction | new value | new place |
# |---|---|---|
# | `[ADD, k]` | `value + k` | the next place |
# | `[TIMES, k]` | `value * k` | the next place |
# | `[ODD, p]` | unchanged | `p` if the value is odd, otherwise the next place |
# | `[GOTO, p]` | unchanged | `p` |
#
# Update all lanes at once, without a loop over them.

# %% given
import jax
import jax.numpy as jnp

ADD, TIMES, ODD, GOTO = range(4)


# %% answer
def simt_step(program, places, values):
    """program: i32[l, 2], places: i32[n], values: i32[n] -> (i32[n], i32[n]): the places and the
    values after the step.

    >>> places, values = simt_step(jnp.array([[ODD, 2], [ADD, 1]]), jnp.array([1, 0, 0]),
    ...                            jnp.array([4, 5, 6]))
    >>> places.tolist(), values.tolist()
    ([1, 2, 1], [4, 5, 6])

    Seven to twelve lines."""
    ### BEGIN SOLUTION
    current = places.min()
    what, argument = program[current]
    active = (places == current) & (current < len(program))
    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
    changed = jnp.where(what == ADD, values + argument, values)
    changed = jnp.where(what == TIMES, values * argument, changed)
    moved = jnp.where(jumps, argument, current + 1)
    return jnp.where(active, moved, places), jnp.where(active, changed, values)
    ### END SOLUTION


# %% check
import numpy as np


def one_lane_at_a_time(program, places, values):
    places, values = places.copy(), values.copy()
    current = places.min()
    if current == len(program):
        return places, values
    what, argument = program[current]
    for lane in np.flatnonzero(places == current):
        jumps = what == GOTO or (what == ODD and values[lane] % 2 == 1)
        values[lane] = {ADD: values[lane] + argument, TIMES: values[lane] * argument}.get(
            int(what), values[lane]
        )
        places[lane] = argument if jumps else current + 1
    return places, values


def state(draw):
    what = draw.each([ODD, ADD, TIMES, GOTO, None, ODD])  # None: all are done
    lanes = draw.each([4, 5, 6, 4, 5, 512])  # 512 lanes: too many for a Python loop
    long = draw.int(3, 5)
    current = draw.each([draw.int(0, long - 1), long - 1])  # include the last instruction

    def instructions(raw):
        if what is not None:
            raw[current, 0] = what
        jump = raw[:, 0] >= ODD
        raw[:, 1] = np.where(jump, raw[:, 1] % (long + 1), 2 + raw[:, 1] % 4)
        if what in (ODD, GOTO) and raw[current, 1] == current + 1:
            raw[current, 1] = current  # a jump to the next place would be invisible
        return raw

    def place_lanes(raw):
        if what is None:
            return np.full(lanes, long)
        later = current + 1 + raw % (long - current)
        # Two lanes that diverge are at the smallest place, one is ahead of them, and one is done.
        return np.concatenate(
            [later[:1], [current, current], np.where(raw[3:-1] % 3, later[3:-1], current), [long]]
        )

    return (
        draw.array("i32", (long, 2), 0, 999, then=lambda raw: instructions(raw % [[4, 1000]])),
        draw.array("i32", (lanes,), 0, 999, then=place_lanes),
        draw.array("i32", (lanes,), 0, 4, then=lambda raw: 2 * raw + np.arange(lanes) % 2),
    )


check(simt_step, spec=one_lane_at_a_time, given=state, budget=Budget(span=3))
