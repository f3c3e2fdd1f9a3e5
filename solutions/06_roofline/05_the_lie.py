# ---
# title: Find the lie
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Which times are possible? None below what the machine needs at least, and you have computed
#     that in the first task."
#   - "The least time of a row is `overhead + max(work / peak, bytes / bandwidth)`. A slow row is no
#     lie: many programs are slow."
#   - "Loop over the rows and return the `name` of the one whose `ns` is below its least time."
# ---

# %% [markdown]
# Find the one row of a benchmark that cannot be true.
#
# Six programs ran on one machine, and the table says how long each took. Five rows are honest: some
# programs came near the roof, some were badly written. One row is faster than the machine can be.
# A row is a dictionary: `name`, `work` in FLOPs, `bytes`, `ns` (the time in nanoseconds). The
# machine is as in the first task: `peak` in FLOPs and `bandwidth` in bytes for each nanosecond,
# `overhead` in nanoseconds. The lie is at least a fifth below the least time; the honest rows are
# at least a quarter above theirs.

# %% answer
def lie(rows, machine):
    """[{"name": "ada", "work": 800, "bytes": 400, "ns": 30}, ...], {"peak": 50, ...} -> "ada".
    Three to five lines."""

    ### BEGIN SOLUTION
    def least(row):
        busy = max(row["work"] / machine["peak"], row["bytes"] / machine["bandwidth"])
        return machine["overhead"] + busy

    return next(row["name"] for row in rows if row["ns"] < least(row))
    ### END SOLUTION


# %% check
def benchmark(draw):
    machine = {
        "peak": draw.int(100, 900),
        "bandwidth": draw.int(20, 90),
        "overhead": 1000 * draw.int(3, 9),
    }
    liar, rows = draw.int(0, 5), []
    for at, name in enumerate(("ada", "bo", "cy", "dot", "eve", "fay")):
        longer = machine["overhead"] * draw.int(4, 40)
        other = longer * draw.int(3, 9) // 10
        arithmetic, movement = draw.pick([(longer, other), (other, longer), (900, 600)])
        least = machine["overhead"] + max(arithmetic, movement)
        share = draw.int(45, 80) if at == liar else draw.int(125, 300)
        row = {"name": name, "work": arithmetic * machine["peak"]}
        row |= {"bytes": movement * machine["bandwidth"], "ns": least * share // 100}
        rows.append(row)
    return rows, machine


check(lie, given=benchmark)


# %% wrong: only_the_peak
# You looked for more FLOPs in a second than the peak. There are two other walls: a row may move
# more bytes than the memory can, or take less time than a call.
def lie(rows, machine):
    above = [row["name"] for row in rows if row["work"] / row["ns"] > machine["peak"]]
    return above[0] if above else None


# %% wrong: only_the_bandwidth
# You looked for more bytes in a second than the memory moves. There are two other walls: the peak,
# and the price of a call.
def lie(rows, machine):
    above = [row["name"] for row in rows if row["bytes"] / row["ns"] > machine["bandwidth"]]
    return above[0] if above else None


# %% wrong: no_overhead
# You caught rows beyond the two roofs. But every honest time also holds the overhead of the call,
# so a row may be impossible although both its rates look possible.
def lie(rows, machine):
    def least(row):
        return max(row["work"] / machine["peak"], row["bytes"] / machine["bandwidth"])

    return next((row["name"] for row in rows if row["ns"] < least(row)), None)


# %% wrong: one_after_the_other
# You accused an honest row: you let the bytes move first and the arithmetic come after. A good
# program does both at once.
def lie(rows, machine):
    def least(row):
        busy = row["work"] / machine["peak"] + row["bytes"] / machine["bandwidth"]
        return machine["overhead"] + busy

    return next(row["name"] for row in rows if row["ns"] < least(row))


# %% wrong: the_highest_rate
# You accused the row with the most FLOPs in a second. A high rate is no lie where it is below the
# roof, and a lie can be slow. Compare each row with its own least time.
def lie(rows, machine):
    return max(rows, key=lambda row: row["work"] / row["ns"])["name"]


# %% wrong: the_slowest
# You accused the row furthest *above* its least time. That program is slow, which happens to honest
# people. The lie is below.
def lie(rows, machine):
    def excess(row):
        busy = max(row["work"] / machine["peak"], row["bytes"] / machine["bandwidth"])
        return row["ns"] / (machine["overhead"] + busy)

    return max(rows, key=excess)["name"]


# %% right: the_smallest_share
def lie(rows, machine):
    def share(row):
        busy = max(row["work"] / machine["peak"], row["bytes"] / machine["bandwidth"])
        return row["ns"] / (busy + machine["overhead"])

    return min(rows, key=share)["name"]


# %% right: after_the_call
def lie(rows, machine):
    names = []
    for row in rows:
        left = row["ns"] - machine["overhead"]
        if left * machine["peak"] < row["work"] or left * machine["bandwidth"] < row["bytes"]:
            names.append(row["name"])
    return names[0]


# %% right: with_numpy
import numpy as np


def lie(rows, machine):
    work, size, took = (np.array([row[key] for row in rows]) for key in ("work", "bytes", "ns"))
    least = np.maximum(work / machine["peak"], size / machine["bandwidth"]) + machine["overhead"]
    return rows[int(np.argmax(least - took > 0))]["name"]
