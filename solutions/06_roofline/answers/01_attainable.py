# %% wrong: no_overhead
# That is the roofline without its floor: right for long programs, far too high for short ones.
# Every call pays the overhead first.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"])


# %% wrong: one_after_the_other
# You let the machine move all bytes first and compute afterwards. Both go on at once, so the
# longer of the two counts, not their sum.
def attainable(work, bytes, machine):
    busy = work / machine["peak"] + bytes / machine["bandwidth"]
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_as_a_third_wall
# You took the longest of three. But the call has to be made before the work can begin: the
# overhead comes on top.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / jnp.maximum(machine["overhead"], busy)


# %% wrong: shorter_of_the_two
# You took the shorter of the two times. The program is not done before both are.
def attainable(work, bytes, machine):
    busy = jnp.minimum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_in_microseconds
# You took the overhead for microseconds. It is in nanoseconds already, as the two times are.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (1000 * machine["overhead"] + busy)


# %% wrong: one_wall_for_all
# You took the longest time of *all* programs. Each has its own: `jnp.maximum` compares entry by
# entry, `jnp.max` looks for the largest of one array.
def attainable(work, bytes, machine):
    busy = jnp.max(jnp.stack([work / machine["peak"], bytes / machine["bandwidth"]]))
    return work / (machine["overhead"] + busy)


# %% wrong: a_time
# That is the least time, in nanoseconds, and it is right. The question is the rate: FLOPs divided
# by that time.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return machine["overhead"] + busy


# %% wrong: the_higher_roof
# You took the higher of the two roofs. A program has to stay below both: the *lower* rate counts,
# as the longer time does.
def attainable(work, bytes, machine):
    roof = jnp.maximum(machine["peak"], machine["bandwidth"] * work / bytes)
    return work / (machine["overhead"] + work / roof)


# %% wrong: overhead_beside_the_work
# You let the arithmetic begin while the call is still being made: only the bytes waited for it. The
# overhead overlaps with nothing, so it comes on top of the longer of the two.
def attainable(work, bytes, machine):
    moved = machine["overhead"] + bytes / machine["bandwidth"]
    return work / jnp.maximum(work / machine["peak"], moved)


# %% wrong: intensity_upside_down
# Your intensity is upside down. FLOPs for each byte are `work / bytes`; times bytes in a nanosecond
# that makes FLOPs in a nanosecond.
def attainable(work, bytes, machine):
    roof = jnp.minimum(machine["peak"], machine["bandwidth"] * bytes / work)
    return work / (machine["overhead"] + work / roof)


# %% wrong: overhead_off_the_rate
# You subtracted the overhead from a rate, and it is a time. Work out how long the whole program
# takes, overhead included, and make the rate of that.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"] - machine["overhead"])


# %% wrong: seconds_and_nanoseconds
# You made seconds of the two times, and the overhead is in nanoseconds: beside it they vanish.
# FLOPs divided by GFLOP/s, and bytes divided by GB/s, are nanoseconds as they stand.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / (machine["peak"] * 1e9), bytes / (machine["bandwidth"] * 1e9))
    return work / (machine["overhead"] + busy) / 1e9


# %% right: by_the_rates
def attainable(work, bytes, machine):
    roof = jnp.minimum(machine["peak"], machine["bandwidth"] * (work / bytes))
    return 1 / (1 / roof + machine["overhead"] / work)


# %% right: by_the_ridge
def attainable(work, bytes, machine):
    computes = work / bytes >= machine["peak"] / machine["bandwidth"]
    busy = jnp.where(computes, work / machine["peak"], bytes / machine["bandwidth"])
    return work / (busy + machine["overhead"])


# %% right: with_vmap
def attainable(work, bytes, machine):
    peak, bandwidth, overhead = (machine[key] for key in ("peak", "bandwidth", "overhead"))

    def one(work, bytes):
        times = jnp.stack([work / peak, bytes / bandwidth])
        return work / (overhead + times.max())

    return jax.vmap(one)(work, bytes)
