# %% wrong: lanes_independent
# You let every lane execute the instruction at its own `pc`. Such a machine has a control unit for
# each lane, but this one has a single control unit. Select the smallest `pc` and mask all other
# lanes.
#
# -    current = pcs.min()
# -    op, argument = program[current]
# +    current = pcs
# +    op, argument = program[current].T


# %% wrong: no_mask
# You executed the right instruction in every lane, including lanes with another `pc`. Mask those
# lanes: their `pc` and value do not change.
#
# -    active = (pcs == current) & (current < len(program))
# +    active = current < len(program)


# %% wrong: values_are_not_masked
# Your `pcs` are right, but the values of masked lanes changed as well. Apply the mask to both.
#
# -    return jnp.where(active, moved, pcs), jnp.where(active, changed, values)
# +    return jnp.where(active, moved, pcs), changed


# %% wrong: uniform_branch
# You let all active lanes take the same branch. Each lane tests its own value, so lanes can diverge
# here.
#
# -    jumps = (op == GOTO) | ((op == ODD) & (values % 2 == 1))
# +    jumps = (op == GOTO) | ((op == ODD) & (values[jnp.argmax(active)] % 2 == 1))


# %% wrong: first_lane_selects
# You executed the instruction of the first lane. The machine executes the instruction at the
# *smallest* `pc` of any lane, so that the lanes that are behind can catch up and converge.
#
# -    current = pcs.min()
# +    current = pcs[0]


# %% wrong: branch_inverted
# Your branch is inverted: `ODD` must jump if the value is odd.
#
# -    jumps = (op == GOTO) | ((op == ODD) & (values % 2 == 1))
# +    jumps = (op == GOTO) | ((op == ODD) & (values % 2 == 0))


# %% wrong: done_lanes_continue
# Your step is right while at least one lane is running. When all lanes are done, the state must not
# change, but you executed an instruction beyond the end of the program. (JAX raises no error for
# such an index: it reads the last row.)
#
# -    active = (pcs == current) & (current < len(program))
# +    active = pcs == current


# %% wrong: last_instruction_skipped
# Your machine never executes the last instruction of the program. A lane is done when its `pc` is
# `len(program)`, after that instruction.
#
# -    active = (pcs == current) & (current < len(program))
# +    active = (pcs == current) & (current < len(program) - 1)


# %% wrong: goto_falls_through
# Your `GOTO` continues with the next instruction, as `ADD` does. `GOTO` must always jump.
#
# -    jumps = (op == GOTO) | ((op == ODD) & (values % 2 == 1))
# +    jumps = (op == ODD) & (values % 2 == 1)


# %% wrong: one_lane_at_a_time
# Your result is right, but each iteration of your loop waits for the previous lane, as if there
# were only one lane. Select for all lanes in parallel with `jnp.where`.
def simt_step(program, pcs, values):
    current = pcs.min()
    op, argument = program[current]

    def one(none, lane):
        pc, value = lane
        active = (pc == current) & (current < len(program))
        jumps = (op == GOTO) | ((op == ODD) & (value % 2 == 1))
        changed = jnp.where(op == ADD, value + argument, value)
        changed = jnp.where(op == TIMES, value * argument, changed)
        moved = jnp.where(jumps, argument, current + 1)
        return none, (jnp.where(active, moved, pc), jnp.where(active, changed, value))

    return jax.lax.scan(one, None, (pcs, values))[1]


# %% wrong: all_others_multiply
# You multiplied at every instruction other than `ADD`, so values also change at `ODD` and `GOTO`.
# Test for `TIMES` as well, and keep the value otherwise.
#
# -    changed = jnp.where(op == ADD, values + argument, values)
# -    changed = jnp.where(op == TIMES, values * argument, changed)
# +    changed = jnp.where(op == ADD, values + argument, values * argument)


# %% wrong: pcs_are_not_masked
# Your values are right, but the `pcs` of masked lanes changed as well. Apply the mask to both.
#
# -    return jnp.where(active, moved, pcs), jnp.where(active, changed, values)
# +    return moved, jnp.where(active, changed, values)


# %% right: vmap_of_one_lane
def simt_step(program, pcs, values):
    current = jnp.min(pcs)
    op, argument = program[current, 0], program[current, 1]

    def lane(pc, value):
        results = jnp.stack([value + argument, value * argument, value, value])
        on = current + 1
        nexts = jnp.stack([on, on, jnp.where(value % 2 == 1, argument, on), argument])
        active = (pc == current) & (pc < program.shape[0])
        return jnp.where(active, nexts[op], pc), jnp.where(active, results[op], value)

    return jax.vmap(lane)(pcs, values)
