# %% wrong: everybody_questioned
# You asked for an excuse where nothing was beaten. A benchmark at or below both roofs is believed,
# even if something is wrong with it: 0 comes first.
#
# -        ~computes & ~moves,
# +        ~computes & ~moves & (ready != 0) & (counted >= work),


# %% wrong: the_peak_alone
# You looked only at arithmetic. A benchmark can beat the bandwidth as well.
#
# -    computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]
# +    computes, moves = work / time > machine["peak"], jnp.zeros(work.shape, bool)


# %% wrong: equal_is_above
# You questioned what stands exactly at its roof. A rate that equals the roof does not beat it.
#
# -    computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]
# +    computes, moves = work / time >= machine["peak"], moved / time >= machine["bandwidth"]


# %% wrong: one_excuse_for_two
# Where both walls were beaten you took an excuse that is good for one of them. A cache does not
# explain arithmetic, and in this table a shorter format does not explain bytes: such a benchmark is
# not explained.
#
# -        moves & ~computes & (held <= machine["cache"]),
# -        computes & ~moves & (work / time <= machine["short_peak"]),
# +        moves & (held <= machine["cache"]),
# +        computes & (work / time <= machine["short_peak"]),


# %% wrong: last_that_applies
# Where several lines apply you took the last. If the result was not awaited, nothing else needs
# explaining: take the first.
#
# -    return jnp.select(conditions, jnp.arange(5), 5)
# +    return jnp.select(conditions[:1] + conditions[:0:-1], jnp.array([0, 4, 3, 2, 1]), 5)


# %% wrong: any_shorter_format
# You believed every rate to be that of a shorter format. That one has a peak too, `short_peak`.
#
# -        computes & ~moves & (work / time <= machine["short_peak"]),
# +        computes & ~moves,


# %% wrong: bytes_moved_for_held
# You compared the bytes that were *moved* with the cache. A program may pass over a small array
# many times: what has to fit is what it holds.
#
# -        moves & ~computes & (held <= machine["cache"]),
# +        moves & ~computes & (moved <= machine["cache"]),


# %% wrong: ready_upside_down
# You have `ready` upside down: 1 says that the result was there.
#
# -        ready == 0,
# +        ready == 1,


# %% wrong: smaller_than_the_cache
# Arrays as large as the cache are in it: `held` is *at most* `cache`.
#
# -        moves & ~computes & (held <= machine["cache"]),
# +        moves & ~computes & (held < machine["cache"]),


# %% wrong: below_the_shorter_peak
# A rate that equals the peak of the shorter format is within its reach: *at most* `short_peak`.
#
# -        computes & ~moves & (work / time <= machine["short_peak"]),
# +        computes & ~moves & (work / time < machine["short_peak"]),


# %% wrong: beyond_the_shorter_peak
# You let a shorter format explain the rates that are *above* its peak. It explains those that it
# can reach.
#
# -        computes & ~moves & (work / time <= machine["short_peak"]),
# +        computes & ~moves & (work / time > machine["short_peak"]),


# %% wrong: whatever_was_beaten
# The cache and the shorter format were asked without the word *only*. A cache explains it if only
# the bandwidth was beaten, a shorter format if only the peak was.
#
# -        moves & ~computes & (held <= machine["cache"]),
# -        computes & ~moves & (work / time <= machine["short_peak"]),
# +        held <= machine["cache"],
# +        work / time <= machine["short_peak"],


# %% wrong: one_roof_is_enough
# You believed a benchmark that keeps below *one* of the roofs. 0 is for those that beat neither.
#
# -        ~computes & ~moves,
# +        ~computes | ~moves,


# %% wrong: more_is_dead_as_well
# You asked whether another number of FLOPs was counted. Dead code makes them *fewer*; a larger
# number does not explain it.
#
# -        counted < work,
# +        counted != work,


# %% wrong: not_explained_is_believed
# What no line explains became 0, which is *believed*. Its number is 5: `jnp.select` takes what is
# left over as its last argument.
#
# -    return jnp.select(conditions, jnp.arange(5), 5)
# +    return jnp.select(conditions, jnp.arange(5))


# %% wrong: written_over
# You went down the table and wrote each number over what stood there: so the *last* line that
# applies counts, even over *believed*. The task asks for the first.
#
# -    return jnp.select(conditions, jnp.arange(5), 5)
# +    return jnp.select(conditions[::-1], jnp.arange(5)[::-1], 5)


# %% wrong: always_the_same_machine
# You looked at `MACHINE`, which is an example. The machine in question is handed over: `machine`.
#
# -    computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]
# +    machine = MACHINE
# +    computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]


# %% wrong: dead_code_first
# You looked for dead code before you asked whether the result was ready. The first line that
# applies counts.
#
# -        ready == 0,
# +        (ready == 0) & (counted >= work),


# %% wrong: with_python_words
# `and`, `not` and `if` ask about one value. For every entry of an array write `&`, `~` and
# `jnp.select`, and comparisons in brackets.
def excuses(work, moved, time, ready, counted, held, machine):
    computes = work / time > machine["peak"]
    moves = moved / time > machine["bandwidth"]
    if not computes and not moves:
        return jnp.zeros(len(work))
    return jnp.where(ready == 0, 1, 5)


# %% right: nested_where
def excuses(work, moved, time, ready, counted, held, machine):
    computes = work > machine["peak"] * time
    moves = moved > machine["bandwidth"] * time
    cached = moves & ~computes & (held <= machine["cache"])
    short = computes & ~moves & (work <= machine["short_peak"] * time)
    rest = jnp.where(cached, 3, jnp.where(short, 4, 5))
    found = jnp.where(ready == 0, 1, jnp.where(counted < work, 2, rest))
    return jnp.where(computes | moves, found, 0)


# %% right: one_at_a_time_with_vmap
def excuses(work, moved, time, ready, counted, held, machine):
    def one(work, moved, time, ready, counted, held):
        computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]
        cached = jnp.logical_and(moves > computes, held <= machine["cache"])
        short = jnp.logical_and(computes > moves, work / time <= machine["short_peak"])
        lines = [~(computes | moves), ready < 1, counted < work, cached, short, True]
        return jnp.argmax(jnp.array(lines))

    return jax.vmap(one)(work, moved, time, ready, counted, held)
