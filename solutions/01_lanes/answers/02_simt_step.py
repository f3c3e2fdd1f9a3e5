# %% wrong: lanes_independent
# You let every lane execute the instruction at its own place. Such a machine has a control unit for
# each lane, but this one has a single control unit. Select the smallest place and mask all lanes
# that are not there.
#
# -    current = places.min()
# -    what, argument = program[current]
# +    current = places
# +    what, argument = program[current].T


# %% wrong: no_mask
# You executed the right instruction in every lane, including lanes at other places. Mask those
# lanes: their place and value do not change.
#
# -    active = (places == current) & (current < len(program))
# +    active = current < len(program)


# %% wrong: values_are_not_masked
# Your places are right. The values of lanes at other places changed as well: apply the mask to
# both.
#
# -    return jnp.where(active, moved, places), jnp.where(active, changed, values)
# +    return jnp.where(active, moved, places), changed


# %% wrong: uniform_branch
# You sent all active lanes the same way at a branch. Each lane tests its own value, so lanes can
# diverge here.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == GOTO) | ((what == ODD) & (values[jnp.argmax(active)] % 2 == 1))


# %% wrong: first_lane_selects
# You executed the instruction of the first lane. The machine executes the *smallest* place of any
# lane, so that lanes that are behind catch up and converge.
#
# -    current = places.min()
# +    current = places[0]


# %% wrong: branch_inverted
# Your branch is inverted: `ODD` jumps if the value is odd.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 0))


# %% wrong: done_lanes_continue
# Your step is right while a lane is left. When all lanes are done, nothing may change, but you
# executed an instruction beyond the end of the program. (JAX raises no error for such an index: it
# reads the last row.)
#
# -    active = (places == current) & (current < len(program))
# +    active = places == current


# %% wrong: last_instruction_skipped
# Your machine never executes the last instruction of the program. A lane is done at `len(program)`,
# after that instruction.
#
# -    active = (places == current) & (current < len(program))
# +    active = (places == current) & (current < len(program) - 1)


# %% wrong: goto_falls_through
# Your `GOTO` continues at the next place like `ADD`. It always jumps.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == ODD) & (values % 2 == 1)


# %% wrong: one_lane_at_a_time
# Your result is right, but each iteration of your loop waits for the previous lane, as if there
# were only one lane. Select for all lanes at once with `jnp.where`.
def simt_step(program, places, values):
    current = places.min()
    what, argument = program[current]

    def one(none, lane):
        place, value = lane
        active = (place == current) & (current < len(program))
        jumps = (what == GOTO) | ((what == ODD) & (value % 2 == 1))
        changed = jnp.where(what == ADD, value + argument, value)
        changed = jnp.where(what == TIMES, value * argument, changed)
        moved = jnp.where(jumps, argument, current + 1)
        return none, (jnp.where(active, moved, place), jnp.where(active, changed, value))

    return jax.lax.scan(one, None, (places, values))[1]


# %% wrong: all_others_multiply
# You multiplied at every instruction other than `ADD`, so values also change at `ODD` and `GOTO`.
# Test for `TIMES` as well, and keep the value otherwise.
#
# -    changed = jnp.where(what == ADD, values + argument, values)
# -    changed = jnp.where(what == TIMES, values * argument, changed)
# +    changed = jnp.where(what == ADD, values + argument, values * argument)


# %% wrong: places_are_not_masked
# Your values are right. The places of lanes at other places changed as well: apply the mask to
# both.
#
# -    return jnp.where(active, moved, places), jnp.where(active, changed, values)
# +    return moved, jnp.where(active, changed, values)


# %% right: vmap_of_one_lane
def simt_step(program, places, values):
    current = jnp.min(places)
    what, argument = program[current, 0], program[current, 1]

    def lane(place, value):
        results = jnp.stack([value + argument, value * argument, value, value])
        on = current + 1
        nexts = jnp.stack([on, on, jnp.where(value % 2 == 1, argument, on), argument])
        active = (place == current) & (place < program.shape[0])
        return jnp.where(active, nexts[what], place), jnp.where(active, results[what], value)

    return jax.vmap(lane)(places, values)
