# ---
# title: Which of these beat the roof, and why?
# kind: program
# points: 3
# minutes: 20
# star: true
# hints:
#   - "First who is questioned at all: `work / time` above `peak`, or `moved / time` above
#     `bandwidth`. All others get a 0, whatever else their rows say."
#   - "Then the excuses, in the order of the table; the first that applies counts. An excuse that is
#     only good for one of the two walls needs that wall to be the one that was beaten."
#   - "`jnp.select(conditions, numbers, default)` takes the first condition that holds, entry by
#     entry. The first condition is that nothing was beaten, with the number 0; the default is 5."
# choices:
#   "moves & ~computes": what computes no faster moves faster, or the first line had it
#   "computes & ~moves": what moves no faster computes faster, or the first line had it
# ---

# %% [markdown]
# Question many benchmarks at once: which of them beat the roof, and what explains it?
#
# Benchmark `i` says that it did `work[i]` FLOPs and moved `moved[i]` bytes in `time[i]`
# microseconds. The machine is a dictionary: `peak`, in float32, and `short_peak`, in a shorter
# format, in MFLOP/s, which is FLOPs in a microsecond; `bandwidth` in bytes in a microsecond;
# `cache` in bytes. The evidence is an array for each kind: `ready[i]` is 1 if the result was there
# when the clock stopped; `counted[i]` are the FLOPs that were left when the compiler had thrown
# away what nobody needs; `held[i]` are the bytes of all its arrays.
#
# Give each benchmark the number of the first line that applies:
#
# | number | it is | if |
# |---|---|---|
# | 0 | believed | neither `work / time` is above `peak` nor `moved / time` above `bandwidth` |
# | 1 | not awaited | the result was not ready |
# | 2 | dead code removed | fewer FLOPs were counted than `work` |
# | 3 | in a cache | only the bandwidth was beaten, and its arrays fit: `held` is at most `cache` |
# | 4 | a shorter format | only the peak was beaten, and the rate is at most `short_peak` |
# | 5 | not explained | nothing of the above |
#
# A rate that equals a roof does not beat it.

# %% given
import jax
import jax.numpy as jnp

MACHINE = {"peak": 100, "short_peak": 800, "bandwidth": 10, "cache": 4000}


# %% answer
def excuses(work, moved, time, ready, counted, held, machine):
    """All arrays f32[n], machine: a dictionary as above -> i32[n]. Six to ten lines."""
    ### BEGIN SOLUTION
    computes, moves = work / time > machine["peak"], moved / time > machine["bandwidth"]
    conditions = [
        ~computes & ~moves,
        ready == 0,
        counted < work,
        moves & ~computes & (held <= machine["cache"]),
        computes & ~moves & (work / time <= machine["short_peak"]),
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
    found = []
    for row in zip(work, moved, time, ready, counted, held):
        did, went, took, was_ready, left, bytes = row
        computes = did > machine["peak"] * took
        moves = went > machine["bandwidth"] * took
        if not computes and not moves:
            found.append(0)
        elif not was_ready:
            found.append(1)
        elif left < did:
            found.append(2)
        elif moves and not computes and bytes <= machine["cache"]:
            found.append(3)
        elif computes and not moves and did <= machine["short_peak"] * took:
            found.append(4)
        else:
            found.append(5)
    return np.array(found, dtype=np.int32)


def evidence(draw):
    # Every time is a power of two, so that every quotient is exact.
    machine = draw.each(ROOFS)
    n = draw.each([16, 1, draw.int(9, 15), 32, draw.int(9, 15)])  # few enough to be read
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
    if n > 1:  # just as fast as the shorter format, and just as large as the cache
        rows[0] = machine["short_peak"], 2.5, 2, 1, 1, 32000
        rows[1] = 100, 10, 2, 1, 1, machine["cache"]
    rate, speed, time, ready, share, held = np.array(rows, dtype=float).T
    work = rate * time
    columns = work, speed * time, time, ready, work / share, held

    def column(values):
        return draw.array("f32", (n,), 0, 0, then=lambda drawn: drawn + values)

    return *(column(values) for values in columns), machine


check(excuses, spec=in_numpy, given=evidence)
