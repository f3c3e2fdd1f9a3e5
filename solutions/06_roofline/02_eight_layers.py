# ---
# title: Eight layers, three walls
# kind: value
# points: 1
# minutes: 10
# hints:
#   - "For each layer two counts: FLOPs and bytes. Divide the first by the peak, the second by the
#     bandwidth: two times. The overhead is the third."
#   - "A product of m by k and k by n: `2 m k n` FLOPs, `4 (m k + k n + m n)` bytes. A layer that
#     touches every number once: one FLOP and 8 bytes for each."
#   - "Write a function `wall(flops, bytes)` that returns the name of the longest of the three
#     times, and call it eight times. GFLOP/s are FLOPs in a nanosecond; a microsecond is 1000 of
#     those."
# ---

# %% [markdown]
# Say for each of eight layers what your machine spends most of its time on: `"compute"`,
# `"memory"` or `"overhead"`.
#
# The machine is yours; your neighbour has another. Peak in GFLOP/s, bandwidth in GB/s, overhead of
# a call in microseconds. All numbers are float32, and each is moved once. No layer is near a
# border: the longest of the three times is always at least a fifth longer than the next.
#
# | layer | what it does |
# |---|---|
# | 0 | `max(x, 0)` for 64,000,000 numbers: one FLOP each, read and written |
# | 1 | a matrix of 4096 by 4096 times one vector |
# | 2 | a matrix of 16384 by 16384 times 16 vectors |
# | 3 | the same matrix times 48 vectors |
# | 4 | the same matrix times 1024 vectors |
# | 5 | 8192 by 128 times 128 by 8192 |
# | 6 | a million points, 4 numbers each, times one 4 by 4 matrix |
# | 7 | a matrix of 64 by 64 times 32 vectors |

# %% given
machine = figures("peak: 20000 | 60000, bandwidth: 500 | 4000, overhead: 3 | 30")
machine


# %% answer
# A list of eight words, in the order of the table. Count by hand, or write a small function.
# The figures above are `machine.peak`, `machine.bandwidth` and `machine.overhead`.
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


walls = [
    wall(64_000_000, 8 * 64_000_000),
    product(4096, 4096, 1),
    product(16384, 16384, 16),
    product(16384, 16384, 48),
    product(16384, 16384, 1024),
    product(8192, 128, 8192),
    product(1_000_000, 4, 4),
    product(64, 64, 32),
]
### END SOLUTION

# %% check
check(walls=walls)


# %% wrong: forgot_the_overhead
# You compared arithmetic with memory only. Where both are over in less time than a call costs, the
# machine mostly waits to be called: `"overhead"`.
def wall(flops, bytes):
    return "compute" if flops / machine.peak > bytes / machine.bandwidth else "memory"


def product(m, k, n):
    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))


walls = [
    wall(64_000_000, 8 * 64_000_000),
    product(4096, 4096, 1),
    product(16384, 16384, 16),
    product(16384, 16384, 48),
    product(16384, 16384, 1024),
    product(8192, 128, 8192),
    product(1_000_000, 4, 4),
    product(64, 64, 32),
]

# %% wrong: every_product_computes
# You put every product down as `"compute"`. It depends on the shape: a matrix times one vector uses
# each number of the matrix once, half a FLOP for each byte.
walls = ["memory", *["compute"] * 7]


# %% wrong: the_two_swapped
# You have compute and memory the wrong way round. The *longer* time is what the machine waits for.
def wall(flops, bytes):
    times = {
        "memory": flops / machine.peak,
        "compute": bytes / machine.bandwidth,
        "overhead": 1000 * machine.overhead,
    }
    return max(times, key=times.get)


def product(m, k, n):
    return wall(2 * m * k * n, 4 * (m * k + k * n + m * n))


walls = [
    wall(64_000_000, 8 * 64_000_000),
    product(4096, 4096, 1),
    product(16384, 16384, 16),
    product(16384, 16384, 48),
    product(16384, 16384, 1024),
    product(8192, 128, 8192),
    product(1_000_000, 4, 4),
    product(64, 64, 32),
]

# %% right: by_the_ridge
ridge = machine.peak / machine.bandwidth
shapes = [
    (4096, 4096, 1),
    (16384, 16384, 16),
    (16384, 16384, 48),
    (16384, 16384, 1024),
    (8192, 128, 8192),
    (1_000_000, 4, 4),
    (64, 64, 32),
]
counts = [(64e6, 512e6)]
counts += [(2 * m * k * n, 4 * (m * k + k * n + m * n)) for m, k, n in shapes]
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


wide = 16384
walls = (
    longest(64e6, 512e6),
    of(4096, 4096, 1),
    *(of(wide, wide, batch) for batch in (16, 48, 1024)),
    of(8192, 128, 8192),
    of(10**6, 4, 4),
    of(64, 64, 32),
)
