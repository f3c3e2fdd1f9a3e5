# ---
# title: One step of a SIMT machine
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "Two questions first: which place is carried out in this step, and which lanes stand there?
#     All other lanes stay exactly as they are. No lane may ask `if`; work out every answer for all
#     lanes, and choose."
#   - "`here = places.min()`, and `active = places == here` is the mask, if `here` is still in the
#     program. `what, argument = program[here]` is the instruction for all of them."
#   - "The new place is `jnp.where(jumps, argument, here + 1)`, where
#     `jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))`. Put
#     `jnp.where(active, new, old)` around both results."
# ---

# %% [markdown]
# Carry out one step of a tiny SIMT machine: one instruction for all lanes that stand at it.
#
# Each lane has a place in the program and a value. In each step the machine picks the *smallest*
# place at which a lane stands and carries out the instruction there, for all lanes that stand
# there; all others are masked, and wait. A lane whose place is `len(program)` is done. If all are
# done, nothing changes. An instruction is a row of two numbers, what to do and its argument:
#
# | instruction | value | place |
# |---|---|---|
# | `[ADD, k]` | `value + k` | the next one |
# | `[TIMES, k]` | `value * k` | the next one |
# | `[ODD, p]` | stays | `p` if the value is odd, else the next one |
# | `[GOTO, p]` | stays | `p` |
#
# All lanes are handled at once: no loop over them.

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
    here = places.min()
    what, argument = program[here]
    active = (places == here) & (here < len(program))
    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
    changed = jnp.where(what == ADD, values + argument, values)
    changed = jnp.where(what == TIMES, values * argument, changed)
    moved = jnp.where(jumps, argument, here + 1)
    return jnp.where(active, moved, places), jnp.where(active, changed, values)
    ### END SOLUTION


# %% check
import numpy as np


def one_lane_at_a_time(program, places, values):
    places, values = places.copy(), values.copy()
    here = places.min()
    if here == len(program):
        return places, values
    what, argument = program[here]
    for lane in np.flatnonzero(places == here):
        jumps = what == GOTO or (what == ODD and values[lane] % 2 == 1)
        values[lane] = {ADD: values[lane] + argument, TIMES: values[lane] * argument}.get(
            int(what), values[lane]
        )
        places[lane] = argument if jumps else here + 1
    return places, values


def moment(draw):
    what = draw.each([ODD, ADD, TIMES, GOTO, None, ODD])  # None: all are done
    lanes = draw.each([4, 5, 6, 4, 5, 512])  # too many for a Python loop over them
    long = draw.int(3, 5)
    here = draw.each([draw.int(0, long - 1), long - 1])  # the last instruction is one as well

    def instructions(raw):
        if what is not None:
            raw[here, 0] = what
        jump = raw[:, 0] >= ODD
        raw[:, 1] = np.where(jump, raw[:, 1] % (long + 1), 2 + raw[:, 1] % 4)
        if what in (ODD, GOTO) and raw[here, 1] == here + 1:
            raw[here, 1] = here  # a jump to the next place would not show
        return raw

    def stand(raw):
        if what is None:
            return np.full(lanes, long)
        later = here + 1 + raw % (long - here)
        # Two that part stand at the smallest place, one ahead of them, and one is done.
        return np.concatenate(
            [later[:1], [here, here], np.where(raw[3:-1] % 3, later[3:-1], here), [long]]
        )

    return (
        draw.array("i32", (long, 2), 0, 999, then=lambda raw: instructions(raw % [[4, 1000]])),
        draw.array("i32", (lanes,), 0, 999, then=stand),
        draw.array("i32", (lanes,), 0, 4, then=lambda raw: 2 * raw + np.arange(lanes) % 2),
    )


check(simt_step, spec=one_lane_at_a_time, given=moment, budget=Budget(span=3))
