# ---
# title: Ten times on a machine you have not seen
# kind: function
# points: 2
# minutes: 20
# star: true
# hints:
#   - "A program at twice the size does twice the work and moves twice the bytes, and pays the same
#     overhead. What is left when you subtract the two times?"
#   - "`second - first` is the time of the small one without overhead, so `overhead = 2 * first -
#     second`. A roof is the best that anyone was seen to do: of all programs, the most FLOPs in
#     such a time."
#   - "`peak = max(work / (second - first) ...)` and `bandwidth = max(bytes / (second - first) ...)`
#     over all programs; then `overhead + max(work / peak, bytes / bandwidth)` for each one asked."
# ---

# %% [markdown]
# Predict how long ten programs take on a machine whose peak, bandwidth and overhead nobody tells
# you.
#
# You have seen six other programs run on it. Each was run at one size and at twice that size, so a
# row of `seen` is `(work, bytes, first, second)`: FLOPs and bytes at the first size, and the two
# times in nanoseconds. All programs, those seen and those asked, reach the roof: overhead plus the
# longer of arithmetic and movement. At least one of those seen waits for arithmetic, at least one
# for memory. `asked` is a list of `(work, bytes)`.

# %% answer
def predict(seen, asked):
    """Six rows (work, bytes, first, second) and ten (work, bytes) -> ten times in nanoseconds.
    Four to eight lines."""
    ### BEGIN SOLUTION
    _, _, first, second = seen[0]
    overhead = 2 * first - second
    peak = max(work / (second - first) for work, _, first, second in seen)
    bandwidth = max(bytes / (second - first) for _, bytes, first, second in seen)
    return [overhead + max(work / peak, bytes / bandwidth) for work, bytes in asked]
    ### END SOLUTION


# %% check
def machine(draw):
    peak, bandwidth = draw.int(100, 900), draw.int(10, 90)
    overhead = draw.int(2000, 9000)

    def program(side):
        longer = draw.int(1000, 40_000)
        other = longer * draw.int(1, 8) // 10
        work, bytes = (longer, other) if side else (other, longer)
        return work * peak, bytes * bandwidth, longer

    first = draw.int(0, 1)
    sides = [first, 1 - first, *(draw.int(0, 1) for _ in range(4))]
    seen = []
    for side in sides:
        work, bytes, longer = program(side)
        seen.append((work, bytes, overhead + longer, overhead + 2 * longer))
    return seen, [program(draw.int(0, 1))[:2] for _ in range(10)]


check(predict, given=machine, tolerance=1e-6)


# %% wrong: smallest_time_as_overhead
# You took the shortest time for the overhead. Even the smallest program seen here has work to do.
# Twice the size pays the overhead once: subtract.
def predict(seen, asked):
    overhead = min(first for _, _, first, _ in seen)
    peak = max(work / (second - first) for work, _, first, second in seen)
    bandwidth = max(bytes / (second - first) for _, bytes, first, second in seen)
    return [overhead + max(work / peak, bytes / bandwidth) for work, bytes in asked]


# %% wrong: no_overhead
# You fitted two roofs and no floor. Then short programs seem to run on a worse machine than long
# ones. A program of no size would still take time.
def predict(seen, asked):
    peak = max(2 * work / second for work, _, _, second in seen)
    bandwidth = max(2 * bytes / second for _, bytes, _, second in seen)
    return [max(work / peak, bytes / bandwidth) for work, bytes in asked]


# %% wrong: averages
# You averaged the rates. A program that waits for memory says nothing about the peak, except that
# it is not lower. A roof is the best that was seen, not the usual.
def predict(seen, asked):
    overhead = 2 * seen[0][2] - seen[0][3]
    peak = sum(work / (second - first) for work, _, first, second in seen) / len(seen)
    bandwidth = sum(bytes / (second - first) for _, bytes, first, second in seen) / len(seen)
    return [overhead + max(work / peak, bytes / bandwidth) for work, bytes in asked]


# %% wrong: one_after_the_other
# Your three numbers are right; you added arithmetic and movement. They overlap: the longer one
# counts.
def predict(seen, asked):
    overhead = 2 * seen[0][2] - seen[0][3]
    peak = max(work / (second - first) for work, _, first, second in seen)
    bandwidth = max(bytes / (second - first) for _, bytes, first, second in seen)
    return [overhead + work / peak + bytes / bandwidth for work, bytes in asked]


# %% wrong: work_alone
# You predicted from the work alone, as an advertisement does. Some of these programs wait for
# memory.
def predict(seen, asked):
    overhead = 2 * seen[0][2] - seen[0][3]
    peak = max(work / (second - first) for work, _, first, second in seen)
    return [overhead + work / peak for work, _ in asked]


# %% right: with_numpy
import numpy as np


def predict(seen, asked):
    work, size, first, second = np.array(seen, dtype=float).T
    slope = second - first
    asked = np.array(asked, dtype=float)
    times = np.maximum(asked[:, 0] / (work / slope).max(), asked[:, 1] / (size / slope).max())
    return list(times + np.median(2 * first - second))


# %% right: seconds_per_flop
def predict(seen, asked):
    slopes = [second - first for _, _, first, second in seen]
    per_flop = min(slope / row[0] for slope, row in zip(slopes, seen, strict=True))
    per_byte = min(slope / row[1] for slope, row in zip(slopes, seen, strict=True))
    floor = seen[-1][2] - slopes[-1]
    return tuple(floor + max(work * per_flop, bytes * per_byte) for work, bytes in asked)


# %% right: by_the_ridge
def predict(seen, asked):
    rates = []
    for work, bytes, first, second in seen:
        rates.append((work / (second - first), bytes / (second - first)))
    peak = max(rate for rate, _ in rates)
    bandwidth = max(rate for _, rate in rates)
    overhead = seen[0][2] - (seen[0][3] - seen[0][2])
    times = []
    for work, bytes in asked:
        if work / bytes > peak / bandwidth:
            times.append(overhead + work / peak)
        else:
            times.append(overhead + bytes / bandwidth)
    return times
