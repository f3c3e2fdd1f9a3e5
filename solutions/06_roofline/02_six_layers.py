# ---
# title: Six layers, three walls
# kind: value
# points: 2
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
