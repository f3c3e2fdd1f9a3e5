# %% wrong: no_overhead
# You compared only arithmetic and memory, or you took the overhead as nanoseconds. If both times
# are shorter than the overhead, the answer is `"overhead"`. A microsecond is 1000 nanoseconds.
#
# -        "overhead": 1000 * machine.overhead,


# %% wrong: every_product_computes
# You answered `"compute"` for every product and `"memory"` for every elementwise layer. A matrix
# times one vector uses each element of the matrix only once, and an elementwise layer may do many
# FLOPs with each. Compare the three times.
walls = ["compute", "compute", "compute", "compute", "memory", "memory"]


# %% wrong: the_two_swapped
# You swapped compute and memory. The *longer* time is the limit.
#
# -        "compute": flops / machine.peak,
# -        "memory": bytes / machine.bandwidth,
# +        "memory": flops / machine.peak,
# +        "compute": bytes / machine.bandwidth,


# %% wrong: the_shortest_time
# You named the shortest of the three times. The *longest* is the limit.
#
# -    return max(times, key=times.get)
# +    return min(times, key=times.get)


# %% wrong: results_not_written
# You counted only the bytes that are read. The result is written, too. Add its bytes.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, 4 * (m * k + k * n))
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 4 * 64_000_000)


# %% wrong: multiply_adds
# You counted a multiply-add as one FLOP. The peak counts two. A product takes `2 m k n` FLOPs.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(m * k * n, 4 * (m * k + k * n + m * n))


# %% wrong: numbers_not_bytes
# You counted elements instead of bytes. A float32 element takes four bytes. Multiply by 4.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, m * k + k * n + m * n)
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 2 * 64_000_000)


# %% wrong: eight_bytes
# You counted eight bytes for every element. A float32 element takes four bytes, and eight only if
# it is read *and* written.
#
# -    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))
# +    return wall(2 * m * k * n, 8 * (m * k + k * n + m * n))
# -    return wall(flops * 64_000_000, 8 * 64_000_000)
# +    return wall(flops * 64_000_000, 16 * 64_000_000)


# %% wrong: every_stream_waits_for_memory
# All layers are right except the last. An elementwise layer can be compute-bound. Compare its FLOPs
# per byte with the ridge of the machine.
walls = ["memory", "compute", "overhead", "memory", "memory", "memory"]


# %% wrong: many_points_compute
# All layers are right except layer 3. It is a matrix product with a million rows, but uses each
# element of a point only four times. Compare its FLOPs per byte with the ridge of the machine.
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
