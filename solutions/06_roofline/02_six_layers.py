# ---
# title: Six layers, three walls
# kind: value
# points: 1
# minutes: 15
# hints:
#   - "For each layer two counts: FLOPs and bytes. Divide the first by the peak, the second by the
#     bandwidth: two times. The overhead is the third."
#   - "A product of m by k and k by n: `2 m k n` FLOPs, `4 (m k + k n + m n)` bytes. A layer that
#     goes once over `x` moves 8 bytes for each number: 4 in, 4 out."
#   - "Write a function `wall(flops, bytes)` that returns the name of the longest of the three
#     times, and call it six times. GFLOP/s are FLOPs in a nanosecond; a microsecond is 1000 of
#     those."
# ---

# %% [markdown]
# Say for each of six layers what your machine spends most of its time on: `"compute"`, `"memory"`
# or `"overhead"`.
#
# The machine is drawn for you: `peak` in GFLOP/s, `bandwidth` in GB/s, `overhead` of a call in
# microseconds. `batch`, `few` and `many` are drawn as well. All numbers are float32, and each is
# moved once. No layer is near a border: the longest of the three times is always at least a fifth
# longer than the next.
#
# | layer | what it does |
# |---|---|
# | 0 | a matrix of 16384 by 16384 times one vector |
# | 1 | the same matrix times `batch` vectors |
# | 2 | a matrix of 64 by 64 times 32 vectors |
# | 3 | a million points, 4 numbers each, times one 4 by 4 matrix |
# | 4 | `few` FLOPs with each of 64,000,000 numbers, which are read and written |
# | 5 | `many` FLOPs with each of 64,000,000 numbers, which are read and written |

# %% given
machine = figures(
    "peak: 20000 | 60000, bandwidth: 500 | 4000, overhead: 3 | 30, "
    "batch: int in 3*peak//bandwidth..3*peak//bandwidth, "
    "few: int in 6*peak//bandwidth..6*peak//bandwidth, "
    "many: int in 12*peak//bandwidth..12*peak//bandwidth"
)
machine


# %% answer
# A list of six words, in the order of the table. Count by hand, or write a small function.
# The figures above are `machine.peak`, `machine.bandwidth`, `machine.batch` and so on.
### BEGIN SOLUTION
def wall(flops, bytes):
    times = {
        "compute": flops / machine.peak,
        "memory": bytes / machine.bandwidth,
        "overhead": 1000 * machine.overhead,
    }
    return max(times, key=times.get)


def product(m, k, n):
    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))


def stream(flops):
    return wall(flops * 64_000_000, 8 * 64_000_000)


walls = [
    product(16384, 16384, 1),
    product(16384, 16384, machine.batch),
    product(64, 64, 32),
    product(1_000_000, 4, 4),
    stream(machine.few),
    stream(machine.many),
]
### END SOLUTION

# %% check
check(walls=walls)


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
