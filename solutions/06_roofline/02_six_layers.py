# ---
# title: Find the limit of six layers
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Count the FLOPs and the bytes of each layer. Divide the first by the peak and the second by
#     the bandwidth to get two times. The overhead is the third."
#   - "A product of an m by k and a k by n matrix takes `2 m k n` FLOPs and `4 (m k + k n + m n)`
#     bytes. A layer that reads and writes each element moves 8 bytes per element."
#   - "Write a function `wall(flops, bytes)` that returns the name of the longest of the three
#     times, and call it six times. GFLOP/s are FLOPs per nanosecond, and a microsecond is 1000
#     nanoseconds."
# ---

# %% [markdown]
# Find out what limits each of six layers on your machine. Set `walls` to a list with `"compute"`,
# `"memory"` or `"overhead"` for each, whichever takes the longest time.
#
# The figures are drawn for you: `peak` in GFLOP/s, `bandwidth` in GB/s, the dispatch `overhead` of
# a call in microseconds, and `batch`, `few` and `many`. All elements are float32, and each is moved
# once. The longest of the three times is always at least a fifth longer than the next.
#
# | layer | what it computes |
# |---|---|
# | 0 | multiplies a 16384 by 16384 matrix by one vector |
# | 1 | multiplies the same matrix by `batch` vectors |
# | 2 | multiplies a 64 by 64 matrix by 32 vectors |
# | 3 | multiplies a million points with 4 elements each by one 4 by 4 matrix |
# | 4 | reads 64,000,000 elements, does `few` FLOPs with each, and writes it |
# | 5 | reads 64,000,000 elements, does `many` FLOPs with each, and writes it |

# %% given
machine = figures(
    "peak: 20000 | 60000, bandwidth: 500 | 4000, overhead: 3 | 30, "
    "batch: int in 3*peak//bandwidth..3*peak//bandwidth, "
    "few: int in 6*peak//bandwidth..6*peak//bandwidth, "
    "many: int in 12*peak//bandwidth..12*peak//bandwidth"
)
machine


# %% answer
# `walls`: a list of six strings in the order of the table. Count by hand, or write a function.
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
