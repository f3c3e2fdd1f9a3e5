# %% wrong: python_boolean_operators
# You used `and`, `not` or `if` on arrays, but these need a single value. Use `&`, `~` and
# `jnp.select`, which work element by element, and put comparisons in parentheses.
def explain(work, moved, time, ready, counted, held, machine):
    exceeds_peak = work / time > machine["peak"]
    exceeds_bandwidth = moved / time > machine["bandwidth"]
    if not exceeds_peak and not exceeds_bandwidth:
        return jnp.zeros(len(work))
    return jnp.where(ready == 0, 1, 5)


# %% wrong: equal_is_above
# You treated a rate that equals a roof as above the roof. A rate exceeds a roof only if it is
# greater: use `>`.
#
# -    exceeds_peak = work / time > machine["peak"]
# -    exceeds_bandwidth = moved / time > machine["bandwidth"]
# +    exceeds_peak = work / time >= machine["peak"]
# +    exceeds_bandwidth = moved / time >= machine["bandwidth"]


# %% wrong: last_match
# If several lines apply, you used the last one. Use the first.
#
# -    return jnp.select(conditions, jnp.arange(5), 5)
# +    return jnp.select(conditions[:1] + conditions[:0:-1], jnp.array([0, 4, 3, 2, 1]), 5)


# %% wrong: one_explanation_for_both
# If both roofs are exceeded, you accepted an explanation for only one of them. A cache does not
# explain too many FLOPs, and a narrower format does not explain too many bytes. Use 3 and 4 only if
# exactly one roof is exceeded.
#
# -        exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"]),
# -        exceeds_peak & ~exceeds_bandwidth & (work / time <= machine["short_peak"]),
# +        exceeds_bandwidth & (held <= machine["cache"]),
# +        exceeds_peak & (work / time <= machine["short_peak"]),


# %% wrong: all_benchmarks_explained
# You looked for an explanation although no roof is exceeded. A benchmark that exceeds no roof is
# believed, regardless of its evidence: test 0 first.
#
# -        ~exceeds_peak & ~exceeds_bandwidth,
# +        ~exceeds_peak & ~exceeds_bandwidth & (ready != 0) & (counted >= work),


# %% wrong: not_explained_is_believed
# You returned 0, which means *believed*, if no line applies. Return 5: the last argument of
# `jnp.select` is the default.
#
# -    return jnp.select(conditions, jnp.arange(5), 5)
# +    return jnp.select(conditions, jnp.arange(5))


# %% wrong: short_peak_unchecked
# You accepted a shorter format as the explanation of every rate. The shorter format also has a
# peak: the rate must be at most `short_peak`.
#
# -        exceeds_peak & ~exceeds_bandwidth & (work / time <= machine["short_peak"]),
# +        exceeds_peak & ~exceeds_bandwidth,


# %% wrong: moved_for_held
# You compared the bytes that were *moved* with the size of the cache. A program may read a small
# array many times, so compare the bytes of its arrays: `held`.
#
# -        exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"]),
# +        exceeds_bandwidth & ~exceeds_peak & (moved <= machine["cache"]),


# %% wrong: smaller_than_the_cache
# You excluded arrays that are exactly as large as the cache. Such arrays fit into the cache: `held`
# is *at most* `cache`.
#
# -        exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"]),
# +        exceeds_bandwidth & ~exceeds_peak & (held < machine["cache"]),


# %% wrong: below_the_shorter_peak
# You excluded a rate that equals `short_peak`. The shorter format can reach this rate: the rate is
# *at most* `short_peak`.
#
# -        exceeds_peak & ~exceeds_bandwidth & (work / time <= machine["short_peak"]),
# +        exceeds_peak & ~exceeds_bandwidth & (work / time < machine["short_peak"]),


# %% wrong: larger_count_as_dead_code
# You tested whether `counted` differs from `work`. Dead-code elimination makes the count smaller,
# and a larger count does not explain the rate: test `counted < work`.
#
# -        counted < work,
# +        counted != work,


# %% wrong: example_machine_used
# You used `MACHINE`, which is only an example. Use the argument `machine`.
#
# -    exceeds_peak = work / time > machine["peak"]
# -    exceeds_bandwidth = moved / time > machine["bandwidth"]
# +    machine = MACHINE
# +    exceeds_peak = work / time > machine["peak"]
# +    exceeds_bandwidth = moved / time > machine["bandwidth"]


# %% right: nested_where
def explain(work, moved, time, ready, counted, held, machine):
    exceeds_peak = work > machine["peak"] * time
    exceeds_bandwidth = moved > machine["bandwidth"] * time
    cached = exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"])
    short = exceeds_peak & ~exceeds_bandwidth & (work <= machine["short_peak"] * time)
    rest = jnp.where(cached, 3, jnp.where(short, 4, 5))
    found = jnp.where(ready == 0, 1, jnp.where(counted < work, 2, rest))
    return jnp.where(exceeds_peak | exceeds_bandwidth, found, 0)


# %% right: one_at_a_time_with_vmap
def explain(work, moved, time, ready, counted, held, machine):
    def one(work, moved, time, ready, counted, held):
        exceeds_peak, exceeds_bandwidth = (
            work / time > machine["peak"],
            moved / time > machine["bandwidth"],
        )
        cached = jnp.logical_and(exceeds_bandwidth > exceeds_peak, held <= machine["cache"])
        short = jnp.logical_and(
            exceeds_peak > exceeds_bandwidth, work / time <= machine["short_peak"]
        )
        lines = [
            ~(exceeds_peak | exceeds_bandwidth),
            ready < 1,
            counted < work,
            cached,
            short,
            True,
        ]
        return jnp.argmax(jnp.array(lines))

    return jax.vmap(one)(work, moved, time, ready, counted, held)
