# ---
# title: Find the limit of each of six layers
# kind: value
# points: 2
# minutes: 15
# hints:
#   - "Count the operations and the bytes of each layer. Divide the first by the peak and the second
#     by the bandwidth. This gives two times, and the overhead is the third."
#   - "A product of an m by k and a k by n matrix performs `2 m k n` operations and moves
#     `4 (m k + k n + m n)` bytes. A layer that reads and writes each value once moves 8 bytes per
#     value."
#   - "Write a function `limit(flops, bytes)` that returns the name of the longest of the three
#     times, and call it six times. GFLOP/s are operations per nanosecond, and a microsecond is 1000
#     nanoseconds."
# ---

# %% [markdown]
# Determine what takes the most time on a machine for each of six layers: `"compute"`, `"memory"` or
# `"overhead"`. Store the six strings in a list `limits`, in the order of the table.
#
# - The machine has a `peak` in GFLOP/s, a `bandwidth` in GB/s, and an `overhead` in microseconds
#   for each dispatch. Each layer is one dispatch.
# - All values are float32. Each input is read once and each result is written once.
# - A multiplication and an addition are two operations.
# - All inputs are drawn at random. The longest of the three times is always at least a fifth longer
#   than the second longest.
#
# | layer | what it computes |
# |---|---|
# | 0 | a 16384 by 16384 matrix times one vector |
# | 1 | the same matrix times `batch` vectors |
# | 2 | a 64 by 64 matrix times 32 vectors |
# | 3 | a million points with 4 coordinates each, times one 4 by 4 matrix |
# | 4 | `few` operations on each of 64,000,000 values, which are read and written |
# | 5 | `many` operations on each of 64,000,000 values, which are read and written |

# %% given
machine = figures(
    "peak: 20000 | 60000, bandwidth: 500 | 4000, overhead: 3 | 30, "
    "batch: int in 3*peak//bandwidth..3*peak//bandwidth, "
    "few: int in 6*peak//bandwidth..6*peak//bandwidth, "
    "many: int in 12*peak//bandwidth..12*peak//bandwidth"
)
machine


# %% answer
# A list of six strings, in the order of the table. Count by hand, or write a small function. The
# inputs above are `machine.peak`, `machine.bandwidth`, `machine.batch` and so on.
### BEGIN SOLUTION
def limit(flops, bytes):
    times = {
        "compute": flops / machine.peak,
        "memory": bytes / machine.bandwidth,
        "overhead": 1000 * machine.overhead,
    }
    return max(times, key=times.get)


def product(m, k, n):
    return limit(2 * m * k * n, 4 * (m * k + k * n + m * n))


def stream(flops):
    return limit(flops * 64_000_000, 8 * 64_000_000)


limits = [
    product(16384, 16384, 1),
    product(16384, 16384, machine.batch),
    product(64, 64, 32),
    product(1_000_000, 4, 4),
    stream(machine.few),
    stream(machine.many),
]
### END SOLUTION

# %% check
check(limits=limits)
