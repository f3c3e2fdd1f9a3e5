# %% wrong: no_overhead
# You compared arithmetic with memory only, or took microseconds for nanoseconds: a microsecond is
# 1000 of those. Where both are over in less time than a call costs, the machine mostly waits to be
# called: `"overhead"`.
#
# -        "overhead": 1000 * machine.overhead,


# %% wrong: the_two_swapped
# You have compute and memory the wrong way round. The *longer* time is what the machine waits for.
#
# -        "compute": flops / machine.peak,
# -        "memory": bytes / machine.bandwidth,
# +        "memory": flops / machine.peak,
# +        "compute": bytes / machine.bandwidth,


# %% wrong: results_not_written
# You counted the bytes that are read. What comes out is written as well, and takes its time.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, 4 * (m * k + k * n))
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 4 * 64_000_000)


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. The peak counts two: a product takes `2 m k n`.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(m * k * n, 4 * (m * k + k * n + m * n))


# %% wrong: numbers_not_bytes
# You moved numbers. A float32 number has four bytes, and the bandwidth counts bytes.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, m * k + k * n + m * n)
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 2 * 64_000_000)


# %% wrong: eight_bytes
# You counted eight bytes for each number. A float32 number has four; it is eight for a number that
# is read *and* written.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, 8 * (m * k + k * n + m * n))
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 16 * 64_000_000)


# %% wrong: every_product_computes
# You answered `"compute"` for every product and `"memory"` for every stream. It depends on how
# often a number is used: a matrix times one vector uses each number of the matrix once, and a
# stream may do a great deal with each of its numbers.
walls = ["compute", "compute", "compute", "compute", "memory", "memory"]


# %% wrong: the_shortest_time
# You named the shortest of the three times. The machine waits for the *longest*.
#
# -    return max(times, key=times.get)
# +    return min(times, key=times.get)


# %% wrong: every_stream_waits_for_memory
# All but the last is right. A program that goes once over many numbers need not wait for them:
# count the FLOPs for each byte, and compare that with the machine's ridge.
walls = ["memory", "compute", "overhead", "memory", "memory", "memory"]


# %% wrong: many_points_compute
# All but layer 3 is right. It is a product of matrices, with a million rows, and still each number
# of a point is used only four times: count its FLOPs for each byte.
walls = ["memory", "compute", "overhead", "compute", "memory", "compute"]


# %% right: by_the_ridge
ridge = machine.peak / machine.bandwidth
shapes = [(16384, 16384, 1), (16384, 16384, machine.batch), (64, 64, 32), (1_000_000, 4, 4)]
counts = [(2 * m * k * n, 4 * (m * k + k * n + m * n)) for m, k, n in shapes]
counts += [(each * 64e6, 512e6) for each in (machine.few, machine.many)]
walls = []
for flops, bytes in counts:
    if max(flops / machine.peak, bytes / machine.bandwidth) < machine.overhead * 1e3:
        walls.append("overhead")
    elif flops / bytes > ridge:
        walls.append("compute")
    else:
        walls.append("memory")


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


walls = (
    of(16384, 16384, 1),
    of(16384, 16384, machine.batch),
    of(64, 64, 32),
    of(10**6, 4, 4),
    longest(machine.few * 64e6, 512e6),
    longest(machine.many * 64e6, 512e6),
)
