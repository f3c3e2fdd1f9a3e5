# ---
# title: Above the roof
# kind: function
# points: 3
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
