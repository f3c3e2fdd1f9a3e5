# %% wrong: work_alone
# You divided the work by the deadline. That is enough only if nothing waits. But a level that does
# not fill its lanes wastes the rest of them, and the next level cannot begin early.
def fewest_lanes(levels, deadlines):
    enough = -(-levels.sum() // jnp.maximum(deadlines, 1))
    return jnp.where(deadlines < levels.shape[0], 0, enough)


# %% wrong: brents_bound
# You asked Brent's bound, work / lanes + span, to be within the deadline. It is a promise, not
# the time itself: a program may be done earlier, with fewer lanes. Count the steps level by
# level.
def fewest_lanes(levels, deadlines):
    taken = levels.sum() / lanes + levels.shape[0]

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: widest_level
# With as many lanes as the widest level has operations you are never late, if anybody can be in
# time. Often fewer are enough.
def fewest_lanes(levels, deadlines):
    return jnp.where(deadlines < levels.shape[0], 0, levels.max())


# %% wrong: never_too_late
# One answer is missing: a deadline shorter than the chain of levels. No number of lanes meets it,
# and 0 says so. (`jnp.argmax` of a mask without a true entry is 0, so you said 1.)
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: lanes[jnp.argmax(taken <= deadline)])(deadlines)


# %% wrong: rounded_down
# You rounded down. Five operations on two lanes take three steps: in the last one a lane is idle,
# and the step still counts.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: jnp.maximum(levels // count, 1).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: rounded_at_the_end
# You divided all operations by the lanes and rounded once, or not at all. Each level rounds up by
# itself: the next one cannot begin in its last, half-filled step.
def fewest_lanes(levels, deadlines):
    taken = -(-levels.sum() // lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: one_step_early
# You want it done *before* the deadline. A program that takes exactly as many steps is in time:
# `<=`.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken < deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: place_for_number
# You returned the place of the number of lanes in `lanes`. The first place is 0, and it stands for
# one lane.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.argmax(taken <= deadline))(deadlines)


# %% wrong: one_deadline_after_another
# Your answers are right, but you take one deadline after another, although none needs another's
# answer. `vmap` computes all deadlines together.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)

    def first_in_time(none, deadline):
        in_time = taken <= deadline
        return none, jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.lax.scan(first_in_time, None, deadlines)[1]


# %% wrong: nothing_for_a_level
# You rounded down, so a level with fewer operations than lanes takes no step at all. Five
# operations on two lanes take three steps, and on eight lanes one.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (levels // count).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: the_most_lanes
# You gave the largest number of lanes that is in time. The fewest are asked for.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 0).max())(deadlines)


# %% wrong: one_count_after_another
# Your answers are right, but each number of lanes waits until the one before it has been tried. Try
# all of them at the same time: `vmap` over `lanes`, and only then choose.
def fewest_lanes(levels, deadlines):
    def fewest(deadline):
        def tried(count, best):
            taken = (-(-levels // count)).sum()
            return jnp.where((taken <= deadline) & (best == 0), count, best)

        return jax.lax.fori_loop(1, 17, tried, 0)

    return jax.vmap(fewest)(deadlines)


# %% wrong: one_step_too_many
# You gave each level one step more than it divides. Four operations on two lanes take two steps:
# round up only where something is left over.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (levels // count + 1).sum())(lanes)

    def first_in_time(deadline):
        in_time = taken <= deadline
        return jnp.where(in_time.any(), lanes[jnp.argmax(in_time)], 0)

    return jax.vmap(first_in_time)(deadlines)


# %% wrong: one_more_than_there_are
# Right, but where no number of lanes is in time you say 17. That is where the search ends, not an
# answer: say 0.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 17).min())(deadlines)


# %% wrong: zero_is_the_least
# You put a 0 for each number of lanes that is late, and then took the least: one that is late makes
# it 0. The number for a late one must be larger than all others.
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: (-(-levels // count)).sum())(lanes)
    return jax.vmap(lambda deadline: jnp.where(taken <= deadline, lanes, 0).min())(deadlines)


# %% right: by_broadcasting
def fewest_lanes(levels, deadlines):
    taken = jnp.ceil(levels / lanes[:, None]).sum(axis=1)
    in_time = taken <= deadlines[:, None]
    return jnp.where(in_time, lanes, 17).min(axis=1) % 17


# %% right: counted_from_above
def fewest_lanes(levels, deadlines):
    taken = jax.vmap(lambda count: ((levels + count - 1) // count).sum())(lanes)
    too_few = jax.vmap(lambda deadline: (taken > deadline).sum())(deadlines)
    return jnp.where(too_few == 16, 0, too_few + 1)


# %% right: with_a_search
def fewest_lanes(levels, deadlines):
    taken = jnp.sum((levels[:, None] + lanes - 1) // lanes, axis=0)
    place = jnp.searchsorted(-taken, -deadlines)
    return jnp.where(place < 16, place + 1, 0).astype(deadlines.dtype)
