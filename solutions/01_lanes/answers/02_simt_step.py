# %% wrong: every_lane_its_own
# You let every lane carry out the instruction at which it stands. That machine has a control unit
# for each lane. This one has one for all of them: pick one place, and mask the others.
#
# -    here = places.min()
# -    what, argument = program[here]
# +    here = places
# +    what, argument = program[here].T


# %% wrong: every_lane_and_those_that_are_done
# You let every lane carry out the instruction at which it stands, and those that are done another
# one. This machine carries out one instruction: pick the smallest place, and mask all lanes that do
# not stand there; if all are done, nothing changes.
def simt_step(program, places, values):
    what, argument = program[places].T
    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
    changed = jnp.where(what == ADD, values + argument, values)
    changed = jnp.where(what == TIMES, values * argument, changed)
    return jnp.where(jumps, argument, places + 1), changed


# %% wrong: nobody_is_masked
# You carried out the right instruction in every lane, also in those that do not stand at it. Mask
# them: their place and their value stay as they are.
#
# -    active = (places == here) & (here < len(program))
# +    active = here < len(program)


# %% wrong: values_are_not_masked
# The places are right. The values of lanes that do not stand at the instruction changed as well:
# put the mask around both.
#
# -    return jnp.where(active, moved, places), jnp.where(active, changed, values)
# +    return jnp.where(active, moved, places), changed


# %% wrong: jumps_together
# At a branch you sent all active lanes the same way. Each lane asks its own value. This is where
# they part: divergence.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == GOTO) | ((what == ODD) & (values[jnp.argmax(active)] % 2 == 1))


# %% wrong: the_first_lane_leads
# You carried out the instruction of the first lane. It is the *smallest* place that counts, whoever
# stands there: lanes that fell behind catch up, and the row comes together.
#
# -    here = places.min()
# +    here = places[0]


# %% wrong: jumps_if_even
# Your branch goes the wrong way: `ODD` jumps where the value is odd.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 0))


# %% wrong: done_goes_on
# Right while a lane is left. When all are done nothing may change; you carried out an instruction
# that is not in the program. (An index beyond the end of a JAX array takes the last row: no error
# tells you.)
#
# -    active = (places == here) & (here < len(program))
# +    active = places == here


# %% wrong: last_instruction_left_out
# Your machine never carries out the last instruction of the program. A lane is done behind it, at
# `len(program)`.
#
# -    active = (places == here) & (here < len(program))
# +    active = (places == here) & (here < len(program) - 1)


# %% wrong: goto_goes_on
# Your `GOTO` goes to the next place like `ADD`. It always jumps.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = (what == ODD) & (values % 2 == 1)


# %% wrong: one_lane_after_another
# Right, but you take one lane after another: each turn of your loop waits for the one before. That
# is a control unit with a single lane. Choose for all lanes at once, with `jnp.where`.
def simt_step(program, places, values):
    here = places.min()
    what, argument = program[here]

    def one(none, lane):
        place, value = lane
        active = (place == here) & (here < len(program))
        jumps = (what == GOTO) | ((what == ODD) & (value % 2 == 1))
        changed = jnp.where(what == ADD, value + argument, value)
        changed = jnp.where(what == TIMES, value * argument, changed)
        moved = jnp.where(jumps, argument, here + 1)
        return none, (jnp.where(active, moved, place), jnp.where(active, changed, value))

    return jax.lax.scan(one, None, (places, values))[1]


# %% wrong: jumps_so_far
# You added the argument of a jump to the place. It *is* the place: `p`, counted from the
# beginning of the program.
#
# -    moved = jnp.where(jumps, argument, here + 1)
# +    moved = jnp.where(jumps, here + argument, here + 1)


# %% wrong: what_is_no_add_is_times
# Values change at `ODD` and `GOTO` as well: your machine multiplies at everything that is not
# `ADD`. Ask for `TIMES` too, and leave the value as it is otherwise.
#
# -    changed = jnp.where(what == ADD, values + argument, values)
# -    changed = jnp.where(what == TIMES, values * argument, changed)
# +    changed = jnp.where(what == ADD, values + argument, values * argument)


# %% wrong: the_largest_place
# You carried out the instruction of whoever is furthest. It is the *smallest* place that counts, so
# that lanes that fell behind catch up.
#
# -    here = places.min()
# +    here = places.max()


# %% wrong: values_first
# Right, but the order is wrong: the places come first, then the values.
#
# -    return jnp.where(active, moved, places), jnp.where(active, changed, values)
# +    return jnp.where(active, changed, values), jnp.where(active, moved, places)


# %% wrong: one_lane_alone
# You carried the instruction out in one lane. All lanes that stand there take part.
#
# -    active = (places == here) & (here < len(program))
# +    active = (jnp.arange(len(places)) == places.argmin()) & (here < len(program))


# %% wrong: places_are_not_masked
# The values are right. The places of lanes that do not stand at the instruction changed as well:
# put the mask around both.
#
# -    return jnp.where(active, moved, places), jnp.where(active, changed, values)
# +    return moved, jnp.where(active, changed, values)


# %% wrong: branch_goes_on
# Your `ODD` always goes to the next place. Where a lane's value is odd, that lane jumps.
#
# -    jumps = (what == GOTO) | ((what == ODD) & (values % 2 == 1))
# +    jumps = what == GOTO


# %% wrong: lane_for_place
# You took the number of a lane for a place in the program: `argmin` says *which* lane is furthest
# behind. The task asks where it stands.
#
# -    here = places.min()
# +    here = places.argmin()


# %% right: vmap_of_one_lane
def simt_step(program, places, values):
    here = jnp.min(places)
    what, argument = program[here, 0], program[here, 1]

    def lane(place, value):
        results = jnp.stack([value + argument, value * argument, value, value])
        on = here + 1
        nexts = jnp.stack([on, on, jnp.where(value % 2 == 1, argument, on), argument])
        active = (place == here) & (place < program.shape[0])
        return jnp.where(active, nexts[what], place), jnp.where(active, results[what], value)

    return jax.vmap(lane)(places, values)
