# ---
# title: Above the roof
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "How many operations can the machine do in those nanoseconds, and how many bytes can it move?
#     Nobody does more, and both happen at the same time."
#   - "In `time` nanoseconds at most `peak * time` operations and `bandwidth * time` bytes. A
#     measurement that says more of *one* of them is above the roof, whatever the other is."
#   - "`[name for name, operations, moved, time in record if operations > peak * time or moved >
#     bandwidth * time]`"
# ---

# %% [markdown]
# Find the measurements that cannot be true: those that lie above their own machine's roof.
#
# A machine does at most `peak` operations in a nanosecond, and in the same time moves at most
# `bandwidth` bytes. (An operation in a nanosecond is a GFLOP/s, a byte in a nanosecond a GB/s.) A
# record is a list of measurements, each `(name, operations, bytes, nanoseconds)`: so many
# operations were done and so many bytes moved, in so many nanoseconds. All numbers are whole and
# at least 1. There is at least one measurement, and a name may stand more than once: it was timed
# again.
#
# A measurement is *above the roof* if it took less time than the machine needs for its operations,
# or less than it needs for its bytes. Exactly at the roof is not above it. Such a measurement did
# not wait for the result, or counted wrongly, or ran in another precision. Give the names of all of
# them, in the order of the record; an empty list if there are none.


# %% answer
def above(record, peak, bandwidth):
    """record: a list of (name, operations, bytes, nanoseconds) -> a list of names. One to five
    lines.

    >>> above([("sum", 20, 500, 10), ("matmul", 90, 120, 1), ("copy", 1, 700, 5)], 50, 100)
    ['matmul', 'copy']
    """
    ### BEGIN SOLUTION
    return [
        name
        for name, operations, moved, time in record
        if operations > peak * time or moved > bandwidth * time
    ]
    ### END SOLUTION


# %% check
NAMES = ("matmul", "sum", "copy", "softmax", "conv", "sort", "update", "scan")


def a_record(draw):
    """The bandwidth is a power of two, and the time where the bytes are at the roof: who divides
    gets exactly what who multiplies gets."""
    bandwidth = 2 ** draw.int(4, 6)
    ridge = draw.int(3, 9)
    peak = ridge * bandwidth
    times, rounds = [draw.int(20, 90) for _ in NAMES], [2 ** draw.int(5, 7) for _ in NAMES]
    honest = [
        (peak * times[0] // draw.int(2, 4), bandwidth * times[0] // 3, times[0]),
        (bandwidth * times[1] // draw.int(2, 4), bandwidth * times[1] // 2, times[1]),
        # At the peak, and at the bandwidth, and at both.
        (peak * rounds[2], bandwidth * rounds[2] // 2, rounds[2]),
        (draw.int(1, 9), bandwidth * rounds[3], rounds[3]),
        (peak * rounds[4], bandwidth * rounds[4], rounds[4]),
        # The operations and the bytes take longer one after the other than they are given.
        (peak * times[5] - 1, bandwidth * times[5] - 1, times[5]),
    ]
    false = [
        # Not awaited: above the peak, above the bandwidth, above both.
        (peak * times[6] * draw.int(2, 9), bandwidth * times[6] // 4, times[6]),
        (draw.int(1, 9), bandwidth * times[7] * draw.int(3, 9), times[7]),
        (peak * times[0] * 2, bandwidth * times[0] * 2, times[0]),
        # By one operation, or by one byte.
        (peak * times[1] + 1, bandwidth * times[1] // 2, times[1]),
        (peak * times[2] // 2, bandwidth * times[2] + 1, times[2]),
        # Fewer operations than bytes would be, and too many bytes; the other way round.
        (bandwidth * times[3] // 2, bandwidth * times[3] * 2, times[3]),
    ]
    rows = draw.each(
        [
            honest[:3] + false[:3],
            false[3:] + honest[3:],
            honest[:1],
            false[:1],
            honest,
            false,
            [honest[4], false[1], honest[2]],
            [false[4], honest[1], false[3], honest[3]],
            draw.shuffle(honest[:4] + false[:4]),
            draw.shuffle(honest[2:] + false[2:])[:8],
            [false[5], honest[0]],
            [false[0], honest[1], false[1], honest[2], false[2]],
        ]
    )
    names = draw.shuffle(NAMES)
    if len(rows) == 5:  # some were timed again
        names[2:4] = names[:2]
    return [(name, *row) for name, row in zip(names, rows, strict=False)], peak, bandwidth


check(above, given=a_record)


# %% wrong: each_name_once
# You gave each name once. What was timed again and is above the roof again stands there again.
#
# -    return [
# +    names = [
# -    ]
# +    ]
# +    return [name for at, name in enumerate(names) if name not in names[:at]]


# %% wrong: peak_alone
# You checked only the operations. A copy has hardly any: its roof is the bandwidth.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations > peak * time


# %% wrong: bandwidth_alone
# You checked only the bytes. A large matrix product moves few: its roof is the peak.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if moved > bandwidth * time


# %% wrong: above_both
# You gave those that are too quick for their operations *and* for their bytes. One of the two is
# enough: the roof is the lower of the two limits.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations > peak * time and moved > bandwidth * time


# %% wrong: one_after_the_other
# You added the time of the operations to the time of the bytes. The machine does both at once: a
# measurement may take as little as the longer of the two.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / peak + moved / bandwidth > time


# %% wrong: upside_down
# Your intensity is upside down. It is operations for each byte; times bytes in a nanosecond that
# makes operations in a nanosecond.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / time > min(peak, moved / operations * bandwidth)


# %% wrong: bandwidth_for_a_rate
# You compared operations in a nanosecond with bytes in a nanosecond. The bandwidth limits the
# bytes: compare it with those, or first multiply it by the operations for each byte.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / time > min(peak, bandwidth)


# %% wrong: at_the_roof
# You gave those exactly at the roof as well. They are as good as the machine can be, and may be
# true.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations >= peak * time or moved >= bandwidth * time


# %% wrong: below_the_roof
# You gave the measurements that may be true. The task asks for the others.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations <= peak * time and moved <= bandwidth * time


# %% wrong: rounded_down
# You rounded the rates down with `//`. A rate that is above the roof by less than one in a
# nanosecond is still above it.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations // time > peak or moved // time > bandwidth


# %% wrong: bits
# You counted bits: eight for each byte. `bandwidth` is in bytes, as the record is.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations > peak * time or 8 * moved > bandwidth * time


# %% wrong: twice_the_operations
# You doubled the operations. That is for somebody who has counted a multiply-add as one; this
# record says how many operations were done.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if 2 * operations > peak * time or moved > bandwidth * time


# %% wrong: by_the_alphabet
# The names are right, but in alphabetical order. The task asks for the order of the record.
def above(record, peak, bandwidth):
    rows = sorted(record)
    return [row[0] for row in rows if row[1] > peak * row[3] or row[2] > bandwidth * row[3]]


# %% wrong: how_many
# You said how many there are. The task asks for their names.
def above(record, peak, bandwidth):
    return sum(did > peak * time or moved > bandwidth * time for _, did, moved, time in record)


# %% wrong: the_rows
# You gave the whole rows. Their names are enough.
#
# -        name
# -        for name, operations, moved, time in record
# +        (name, operations, moved, time)
# +        for name, operations, moved, time in record


# %% wrong: named_twice
# A measurement above both limits stands in your list twice. Each measurement is named once: one of
# the two is enough.
def above(record, peak, bandwidth):
    names = []
    for name, operations, moved, time in record:
        if operations > peak * time:
            names.append(name)
        if moved > bandwidth * time:
            names.append(name)
    return names


# %% right: by_the_roofline
def above(record, peak, bandwidth):
    found = []
    for name, operations, moved, time in record:
        roof = min(peak, operations / moved * bandwidth)
        if operations / time > roof:
            found.append(name)
    return found


# %% right: least_time
def above(record, peak, bandwidth):
    def needed(row):
        return max(row[1] / peak, row[2] / bandwidth)

    return tuple(row[0] for row in record if row[3] < needed(row))


# %% right: with_numpy
import numpy as np


def above(record, peak, bandwidth):
    names = np.array([row[0] for row in record])
    did, moved, time = np.array([row[1:] for row in record]).T
    return names[(did / time > peak) | (moved / time > bandwidth)]


# %% right: by_its_side_of_the_ridge
from fractions import Fraction


def above(record, peak, bandwidth):
    ridge, found = Fraction(peak, bandwidth), []
    for name, did, moved, time in record:
        left = Fraction(did, moved) < ridge
        use = Fraction(moved, bandwidth * time) if left else Fraction(did, peak * time)
        found += [name] * (use > 1)
    return found
