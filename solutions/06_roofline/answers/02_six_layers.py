# %% wrong: no_overhead
# You left out the overhead, or used microseconds as nanoseconds. A microsecond is 1000 nanoseconds.
# If arithmetic and data movement both take less time than the overhead, the answer is `"overhead"`.
#
# -        "overhead": 1000 * machine.overhead,


# %% wrong: limits_swapped
# You swapped `"compute"` and `"memory"`. The *longer* time is the limit.
#
# -        "compute": flops / machine.peak,
# -        "memory": bytes / machine.bandwidth,
# +        "memory": flops / machine.peak,
# +        "compute": bytes / machine.bandwidth,


# %% wrong: results_not_written
# You counted only the bytes that are read. The results are written as well. Add the bytes of the
# results.
#
# -    return limit(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return limit(2 * m * k * n, 4 * (m * k + k * n))
# -    return limit(flops * 64_000_000, 8 * 64_000_000)
# +    return limit(flops * 64_000_000, 4 * 64_000_000)


# %% wrong: multiply_adds
# You counted a multiply-add as one operation. The peak counts a multiply-add as two. A product
# performs `2 m k n` operations.
#
# -    return limit(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return limit(m * k * n, 4 * (m * k + k * n + m * n))


# %% wrong: elements_not_bytes
# You counted values instead of bytes. A float32 value has four bytes. Multiply by four.
#
# -    return limit(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return limit(2 * m * k * n, m * k + k * n + m * n)
# -    return limit(flops * 64_000_000, 8 * 64_000_000)
# +    return limit(flops * 64_000_000, 2 * 64_000_000)


# %% wrong: eight_bytes
# You counted eight bytes for each value. A float32 value has four. Count eight bytes only for a
# value that is read *and* written.
#
# -    return limit(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return limit(2 * m * k * n, 8 * (m * k + k * n + m * n))
# -    return limit(flops * 64_000_000, 8 * 64_000_000)
# +    return limit(flops * 64_000_000, 16 * 64_000_000)


# %% wrong: minimum_of_times
# Your answer is the limit with the shortest of the three times. The *longest* time is the limit.
#
# -    return max(times, key=times.get)
# +    return min(times, key=times.get)


# %% wrong: all_products_compute_bound
# You answered `"compute"` for every product and `"memory"` for every other layer. The answer
# depends on how often each value is used: a matrix times one vector uses each element of the matrix
# once. Count operations and bytes for each layer.
limits = ["compute", "compute", "compute", "compute", "memory", "memory"]


# %% wrong: all_streams_memory_bound
# All answers but the last are right. A layer that reads its values only once can still be
# compute-bound. Count its operations per byte, and compare them with the ridge of the machine.
limits = ["memory", "compute", "overhead", "memory", "memory", "memory"]


# %% wrong: large_products_compute_bound
# All answers but that for layer 3 are right. Layer 3 is a matrix product with a million rows, but
# each coordinate is used only four times. Count its operations per byte.
limits = ["memory", "compute", "overhead", "compute", "memory", "compute"]


# %% right: by_the_ridge
ridge = machine.peak / machine.bandwidth
shapes = [(16384, 16384, 1), (16384, 16384, machine.batch), (64, 64, 32), (1_000_000, 4, 4)]
counts = [(2 * m * k * n, 4 * (m * k + k * n + m * n)) for m, k, n in shapes]
counts += [(each * 64e6, 512e6) for each in (machine.few, machine.many)]
limits = []
for flops, bytes in counts:
    if max(flops / machine.peak, bytes / machine.bandwidth) < machine.overhead * 1e3:
        limits.append("overhead")
    elif flops / bytes > ridge:
        limits.append("compute")
    else:
        limits.append("memory")


# %% right: as_a_tuple_in_seconds
def longest(flops, bytes):
    times = [
        (flops / (machine.peak * 1e9), "compute"),
        (bytes / (machine.bandwidth * 1e9), "memory"),
        (machine.overhead * 1e-6, "overhead"),
    ]
    return sorted(times)[-1][1]


def of(m, k, n):
    return longest(2 * m * k * n, 4 * (m * k + k * n + m * n))


limits = (
    of(16384, 16384, 1),
    of(16384, 16384, machine.batch),
    of(64, 64, 32),
    of(10**6, 4, 4),
    longest(machine.few * 64e6, 512e6),
    longest(machine.many * 64e6, 512e6),
)
