# ---
# title: Simulate one step of a SIMT machine
# kind: program
# points: 2
# minutes: 20
# hints:
#   - "First determine which instruction this step executes and in which lanes. All other lanes stay
#     unchanged. A traced function cannot branch on values: compute the results of all
#     instructions for all lanes, then select."
#   - "`current = pcs.min()`, and `active = pcs == current` is the mask, as long as `current`
#     is inside the program. `op, argument = program[current]` is the instruction for all active
#     lanes."
#   - "The new `pc` is `jnp.where(jumps, argument, current + 1)`, where `jumps = (op == GOTO) |
#     ((op == ODD) & (values % 2 == 1))`. Put `jnp.where(active, new, old)` around both results."
# ---

# %% [markdown]
# Simulate one step of a SIMT (single instruction, multiple threads) machine. Each lane has a value
# and a program counter `pc`, the index of its next instruction. Return the `pcs` and the values
# after the step:
#
# - The machine executes one instruction: the one at the *smallest* `pc` of all lanes.
# - All lanes with this `pc` execute it. All other lanes are masked: they keep their `pc` and value.
# - A lane whose `pc` is `len(program)` is done. If all lanes are done, nothing changes.
#
# An instruction is a row of `program` with two elements, an operation and its argument:
#
# | instruction | new value | new `pc` |
# |---|---|---|
# | `[ADD, k]` | `value + k` | `pc + 1` |
# | `[TIMES, k]` | `value * k` | `pc + 1` |
# | `[ODD, p]` | unchanged | `p` if the value is odd, otherwise `pc + 1` |
# | `[GOTO, p]` | unchanged | `p` |
#
# Update all lanes in parallel: for 512 lanes, the span (longest chain of dependent operations) may
# be at most 45, three times that of our solution.

# %% given
import jax
import jax.numpy as jnp

ADD, TIMES, ODD, GOTO = range(4)


# %% answer
def simt_step(program, pcs, values):
    """program: i32[l, 2], pcs: i32[n], values: i32[n] -> (i32[n], i32[n]): the `pcs` and the
    values after the step.

    >>> pcs, values = simt_step(jnp.array([[ODD, 2], [ADD, 1]]), jnp.array([1, 0, 0]),
    ...                            jnp.array([4, 5, 6]))
    >>> pcs.tolist(), values.tolist()
    ([1, 2, 1], [4, 5, 6])

    Seven to twelve lines."""
    ### BEGIN SOLUTION
    current = pcs.min()
    op, argument = program[current]
    active = (pcs == current) & (current < len(program))
    jumps = (op == GOTO) | ((op == ODD) & (values % 2 == 1))
    changed = jnp.where(op == ADD, values + argument, values)
    changed = jnp.where(op == TIMES, values * argument, changed)
    moved = jnp.where(jumps, argument, current + 1)
    return jnp.where(active, moved, pcs), jnp.where(active, changed, values)
    ### END SOLUTION


# %% check
import numpy as np


def one_lane_at_a_time(program, pcs, values):
    pcs, values = pcs.copy(), values.copy()
    current = pcs.min()
    if current == len(program):
        return pcs, values
    op, argument = program[current]
    for lane in np.flatnonzero(pcs == current):
        jumps = op == GOTO or (op == ODD and values[lane] % 2 == 1)
        values[lane] = {ADD: values[lane] + argument, TIMES: values[lane] * argument}.get(
            int(op), values[lane]
        )
        pcs[lane] = argument if jumps else current + 1
    return pcs, values


def state(draw):
    op = draw.each([ODD, ADD, TIMES, GOTO, None, ODD])  # None: all are done
    lanes = draw.each([4, 5, 6, 4, 5, 512])  # 512 lanes: too many for a Python loop
    long = draw.int(3, 5)
    current = draw.each([draw.int(0, long - 1), long - 1])  # include the last instruction

    def instructions(raw):
        if op is not None:
            raw[current, 0] = op
        jump = raw[:, 0] >= ODD
        raw[:, 1] = np.where(jump, raw[:, 1] % (long + 1), 2 + raw[:, 1] % 4)
        if op in (ODD, GOTO) and raw[current, 1] == current + 1:
            raw[current, 1] = current  # a jump to the next instruction would be invisible
        return raw

    def draw_pcs(raw):
        if op is None:
            return np.full(lanes, long)
        later = current + 1 + raw % (long - current)
        # Two lanes that diverge have the smallest pc, one is ahead of them, and one is done.
        return np.concatenate(
            [later[:1], [current, current], np.where(raw[3:-1] % 3, later[3:-1], current), [long]]
        )

    return (
        draw.array("i32", (long, 2), 0, 999, then=lambda raw: instructions(raw % [[4, 1000]])),
        draw.array("i32", (lanes,), 0, 999, then=draw_pcs),
        draw.array("i32", (lanes,), 0, 4, then=lambda raw: 2 * raw + np.arange(lanes) % 2),
    )


check(simt_step, spec=one_lane_at_a_time, given=state, budget=Budget(span=3))
