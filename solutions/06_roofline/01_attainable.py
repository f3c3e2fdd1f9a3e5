# ---
# title: How fast can it go?
# kind: function
# points: 2
# minutes: 8
# hints:
#   - "First the least time, then the rate. How long does the arithmetic take at least? How long do
#     the bytes take? They go on side by side."
#   - "The call itself costs `overhead` before anything else happens, so it is added to the longer
#     of the two."
#   - "`work / (overhead + max(work / peak, bytes / bandwidth))`. FLOP divided by nanoseconds is
#     GFLOP/s."
# ---

# %% [markdown]
# Compute the highest rate, in GFLOP/s, at which a program can run on a machine with three limits.
#
# The program does `work` FLOPs and moves `bytes` bytes. The machine is a dictionary: `peak` in
# GFLOP/s, which is FLOPs in a nanosecond; `bandwidth` in GB/s, which is bytes in a nanosecond;
# `overhead` in nanoseconds, the price of any call. Arithmetic and movement overlap perfectly; the
# overhead overlaps with nothing.

# %% answer
def attainable(work, bytes, machine):
    """(1000000, 500000, {"peak": 400, "bandwidth": 50, "overhead": 5000}) -> 66.66... One to
    three lines."""
    ### BEGIN SOLUTION
    busy = max(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)
    ### END SOLUTION


# %% check
def program(draw):
    machine = {
        "peak": draw.int(100, 900),
        "bandwidth": draw.int(10, 90),
        "overhead": draw.int(2000, 9000),
    }
    bytes = draw.int(1, 9) * 10 ** draw.int(2, 8)
    return draw.int(1, 60) * bytes, bytes, machine


check(attainable, given=program, tolerance=1e-6)


# %% wrong: no_overhead
# That is the roofline without its floor: right for long programs, far too high for short ones.
# Every call pays the overhead first.
def attainable(work, bytes, machine):
    return min(machine["peak"], work / bytes * machine["bandwidth"])


# %% wrong: one_after_the_other
# You let the machine move all bytes first and compute afterwards. Both go on at once, so the
# longer of the two counts, not their sum.
def attainable(work, bytes, machine):
    busy = work / machine["peak"] + bytes / machine["bandwidth"]
    return work / (machine["overhead"] + busy)


# %% wrong: overhead_as_a_third_wall
# You took the longest of three. But the call has to be made before the work can begin: the
# overhead comes on top.
def attainable(work, bytes, machine):
    busy = max(work / machine["peak"], bytes / machine["bandwidth"])
    return work / max(machine["overhead"], busy)


# %% wrong: shorter_of_the_two
# You took the shorter of the two times. The program is not done before both are.
def attainable(work, bytes, machine):
    busy = min(work / machine["peak"], bytes / machine["bandwidth"])
    return work / (machine["overhead"] + busy)


# %% wrong: a_time
# That is the least time, in nanoseconds, and it is right. The question is the rate: FLOPs divided
# by that time.
def attainable(work, bytes, machine):
    return machine["overhead"] + max(work / machine["peak"], bytes / machine["bandwidth"])


# %% right: by_the_rates
def attainable(work, bytes, machine):
    roof = min(machine["peak"], machine["bandwidth"] * work / bytes)
    return 1 / (1 / roof + machine["overhead"] / work)


# %% right: by_the_ridge
def attainable(work, bytes, machine):
    time = machine["overhead"]
    if work / bytes >= machine["peak"] / machine["bandwidth"]:
        time += work / machine["peak"]
    else:
        time += bytes / machine["bandwidth"]
    return work / time


# %% right: with_numpy
import numpy as np


def attainable(work, bytes, machine):
    times = np.array([work / machine["peak"], bytes / machine["bandwidth"]])
    return float(work / (machine["overhead"] + times.max()))
