# %% wrong: no_overhead
# You left out the overhead, so your rates are far too high for short programs. Add it to the time
# of each program.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"])


# %% wrong: times_added
# You added the two times, as if the machine started to compute only after it had moved all bytes.
# Arithmetic and data movement overlap, so use the longer time.
def attainable(work, bytes, machine):
    busy = work / machine["peak"] + bytes / machine["bandwidth"]
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_overlapped
# You took the longest of three times. The overhead comes before the arithmetic and the data
# movement. Add it to the longer of these two times.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / jnp.maximum(machine["overhead"], busy)


# %% wrong: minimum_of_times
# You used the shorter of the two times. The program ends only when both parts are finished. Use the
# longer one.
def attainable(work, bytes, machine):
    busy = jnp.minimum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)


# %% wrong: time_returned
# You returned the shortest possible time in nanoseconds. The task asks for the rate. Divide the
# work by that time.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return machine["overhead"] + busy


# %% wrong: higher_roof
# You used the higher of the two rates. A program cannot exceed either limit. Use the lower rate,
# which belongs to the longer time.
def attainable(work, bytes, machine):
    roof = jnp.maximum(machine["peak"], machine["bandwidth"] * work / bytes)
    return work / (machine["overhead"] + work / roof)


# %% wrong: max_over_programs
# You used the longest time of *all* programs. `jnp.max` returns the largest element of one array.
# Use `jnp.maximum`, which compares two arrays element by element.
def attainable(work, bytes, machine):
    busy = jnp.max(jnp.stack([work / machine["peak"], bytes / machine["bandwidth"]]))
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_on_bytes_only
# You added the overhead only to the time of the data movement, so the arithmetic overlaps with the
# overhead. The overhead overlaps with neither of the two times. Add it to the longer of the two
# times.
def attainable(work, bytes, machine):
    moved = machine["overhead"] + bytes / machine["bandwidth"]
    return work / jnp.maximum(work / machine["peak"], moved)


# %% wrong: intensity_inverted
# Your intensity is inverted. The intensity is operations per byte, `work / bytes`. Multiplied by
# bytes per nanosecond, this gives operations per nanosecond.
def attainable(work, bytes, machine):
    roof = jnp.minimum(machine["peak"], machine["bandwidth"] * bytes / work)
    return work / (machine["overhead"] + work / roof)


# %% wrong: overhead_subtracted_from_rate
# You subtracted the overhead, which is a time, from a rate. Compute the time of the whole program,
# including the overhead, and divide the work by it.
def attainable(work, bytes, machine):
    return jnp.minimum(machine["peak"], work / bytes * machine["bandwidth"] - machine["overhead"])


# %% wrong: overhead_in_microseconds
# You converted the overhead from microseconds to nanoseconds. The overhead is already in
# nanoseconds. Use it unchanged.
def attainable(work, bytes, machine):
    busy = jnp.maximum(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (1000 * machine["overhead"] + busy)


# %% wrong: seconds_and_nanoseconds
# You computed the two times in seconds, but the overhead is in nanoseconds. FLOPs divided by
# GFLOP/s, and bytes divided by GB/s, give nanoseconds. Leave out the factors of 1e9.
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
