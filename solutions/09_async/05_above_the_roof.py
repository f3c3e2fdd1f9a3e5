# ---
# title: Explain benchmarks that exceed the roofline
# kind: program
# points: 3
# minutes: 20
# star: true
# hints:
#   - "First find the benchmarks that exceed a roof. All others get 0, whatever the evidence."
#   - "Then test the explanations in the order of the table; the first that applies counts. An
#     explanation that covers only one roof requires that this roof, and no other, is exceeded."
#   - "`jnp.select(conditions, numbers, default)` takes the first condition that holds, element by
#     element. The first condition is that no roof is exceeded, with the number 0. The default is
#     5."
# choices:
#   "exceeds_bandwidth & ~exceeds_peak": after the first line, at least one roof is exceeded
#   "exceeds_peak & ~exceeds_bandwidth": after the first line, at least one roof is exceeded
# ---

# %% [markdown]
# Return, for each of `n` benchmarks, the number of the first line of this table that applies:
#
# | number | meaning | condition |
# |---|---|---|
# | 0 | believed | `work / time` is at most `peak`, and `moved / time` is at most `bandwidth` |
# | 1 | not awaited | the result was not ready |
# | 2 | dead code removed | `counted` is less than `work` |
# | 3 | in a cache | only the bandwidth is exceeded, and `held` is at most `cache` |
# | 4 | a shorter format | only the peak is exceeded, and `work / time` is at most `short_peak` |
# | 5 | not explained | none of the above |
#
# A rate that equals a limit does not exceed it. For example, with the limits of `MACHINE`, a
# benchmark with `work = 600`, `moved = 60` and `time = 3` exceeds both roofs, 100 and 10. Its
# number is 1 if the result was not ready, otherwise 2 if `counted` is less than 600, otherwise 5.
#
# Benchmark `i` claims that it did `work[i]` FLOPs and moved `moved[i]` bytes in `time[i]`
# microseconds. Three more arrays contain evidence:
#
# - `ready[i]` is 1 if the result was ready when the timer stopped, otherwise 0.
# - `counted[i]` is the number of FLOPs that were left after the compiler removed dead code.
# - `held[i]` is the size of all arrays of the benchmark in bytes.
#
# `machine` is a dictionary: `peak` for float32 and `short_peak` for a shorter format, both in
# MFLOP/s (FLOPs per microsecond), `bandwidth` in bytes per microsecond, and `cache` in bytes.

# %% given
import jax
import jax.numpy as jnp

MACHINE = {"peak": 100, "short_peak": 800, "bandwidth": 10, "cache": 4000}


# %% answer
def explain(work, moved, time, ready, counted, held, machine):
    """Arrays: f32[n], machine: a dictionary like MACHINE -> i32[n]. Six to ten lines."""
    ### BEGIN SOLUTION
    exceeds_peak = work / time > machine["peak"]
    exceeds_bandwidth = moved / time > machine["bandwidth"]
    conditions = [
        ~exceeds_peak & ~exceeds_bandwidth,
        ready == 0,
        counted < work,
        exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"]),
        exceeds_peak & ~exceeds_bandwidth & (work / time <= machine["short_peak"]),
    ]
    return jnp.select(conditions, jnp.arange(5), 5)
    ### END SOLUTION


# %% check
import numpy as np

ROOFS = [
    {"peak": 200, "short_peak": 800, "bandwidth": 5, "cache": 8000},
    {"peak": 100, "short_peak": 400, "bandwidth": 2.5, "cache": 16000},
]


def in_numpy(work, moved, time, ready, counted, held, machine):
    exceeds_peak = work > machine["peak"] * time
    exceeds_bandwidth = moved > machine["bandwidth"] * time
    number = np.full(len(work), 5, np.int32)  # later assignments replace earlier ones
    number[exceeds_peak & ~exceeds_bandwidth & (work <= machine["short_peak"] * time)] = 4
    number[exceeds_bandwidth & ~exceeds_peak & (held <= machine["cache"])] = 3
    number[counted < work] = 2
    number[ready == 0] = 1
    number[~exceeds_peak & ~exceeds_bandwidth] = 0
    return number


def evidence(draw):
    # Every time is a power of two, so that every quotient is exact.
    machine = draw.each(ROOFS)
    n = draw.each([16, 1, draw.int(9, 15), 32, draw.int(9, 15)])  # few enough to print
    rows = [
        (
            draw.pick([100, 100, 200, 200.5, 400, 800, 1600]),
            draw.pick([2.5, 5, 5.5, 10]),
            2 ** draw.int(1, 9),
            draw.pick([0, 1, 1, 1]),
            draw.pick([1, 0.5, 2]),
            draw.pick([8000, 8000, 16000, 32000]),
        )
        for _ in range(n)
    ]
    if n > 1:  # a rate equal to the shorter peak, and arrays as large as the cache
        rows[0] = machine["short_peak"], 2.5, 2, 1, 1, 32000
        rows[1] = 100, 10, 2, 1, 1, machine["cache"]
    rate, speed, time, ready, share, held = np.array(rows, dtype=float).T
    work = rate * time
    columns = work, speed * time, time, ready, work / share, held

    def column(values):
        return draw.array("f32", (n,), 0, 0, then=lambda drawn: drawn + values)

    return *(column(values) for values in columns), machine


check(explain, spec=in_numpy, given=evidence)
