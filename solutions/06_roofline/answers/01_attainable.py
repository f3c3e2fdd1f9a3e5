# %% wrong: no_overhead
# You left out the dispatch overhead. The result is right for long programs, but far too high for
# short ones. Add the overhead to the time.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"])


# %% wrong: one_after_the_other
# You added the time for the arithmetic to the time for the bytes. They overlap. Take the longer
# one.
def attainable(work, bytes, machine):
    busy = work / machine["peak"] + bytes / machine["bandwidth"]
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_as_a_third_wall
# You took the longest of three times. The overhead comes before the work and overlaps with neither.
# Add it to the longer of the other two.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / jnp.maximum(machine["overhead"], busy)


# %% wrong: shorter_of_the_two
# You took the shorter of the two times. A program ends when both parts are finished. Take the
# longer one.
def attainable(work, bytes, machine):
    busy = jnp.minimum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)


# %% wrong: a_time
# You returned the shortest time in nanoseconds, and it is right. Return the rate: divide the FLOPs
# by this time.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return machine["overhead"] + busy


# %% wrong: overhead_in_microseconds
# You converted the overhead from microseconds. It is already in nanoseconds, like the two times.
# Leave the factor out.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (1000 * machine["overhead"] + busy)


# %% wrong: one_wall_for_all
# You took the longest time of *all* programs. Each program has its own. `jnp.maximum` compares two
# arrays element by element, and `jnp.max` finds the largest element of one array.
def attainable(work, bytes, machine):
    busy = jnp.max(jnp.stack([work / machine["peak"], bytes / machine["bandwidth"]]))
    return work / (machine["overhead"] + busy)


# %% wrong: the_higher_roof
# You took the higher of the two roofs. A program stays below both. Take the *lower* rate.
def attainable(work, bytes, machine):
    roof = jnp.maximum(machine["peak"], machine["bandwidth"] * work / bytes)
    return work / (machine["overhead"] + work / roof)


# %% wrong: one_wall_for_all
# You used the longest time of *all* programs. `jnp.max` returns the largest element of one array.
# Use `jnp.maximum`, which compares two arrays element by element.
def attainable(work, bytes, machine):
    busy = jnp.max(jnp.stack([work / machine["peak"], bytes / machine["bandwidth"]]))
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_beside_the_work
# You added the overhead only to the time for the bytes, so the arithmetic overlaps with it. The
# overhead overlaps with neither. Add it to the longer of the two times.
def attainable(work, bytes, machine):
    moved = machine["overhead"] + bytes / machine["bandwidth"]
    return work / jnp.maximum(work / machine["peak"], moved)


# %% wrong: intensity_upside_down
# You inverted the intensity. FLOPs per byte are `work / bytes`, and multiplied by bytes per
# nanosecond they are FLOPs per nanosecond. Invert the ratio.
def attainable(work, bytes, machine):
    roof = jnp.minimum(machine["peak"], machine["bandwidth"] * bytes / work)
    return work / (machine["overhead"] + work / roof)


# %% wrong: overhead_off_the_rate
# You subtracted the overhead, which is a time, from a rate. Compute the time of the whole program
# with its overhead, and then the rate.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"] - machine["overhead"])


# %% wrong: overhead_in_microseconds
# You converted the overhead from microseconds to nanoseconds. It is already in nanoseconds. Use it
# unchanged.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (1000 * machine["overhead"] + busy)


# %% wrong: seconds_and_nanoseconds
# You computed the two times in seconds, but the overhead is in nanoseconds. FLOPs divided by
# GFLOP/s, and bytes divided by GB/s, are already nanoseconds. Leave the factors out.
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
