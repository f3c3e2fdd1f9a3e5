# ---
# title: Find the measurements above the roofline
# kind: function
# points: 3
# minutes: 12
# hints:
#   - "How many operations can the machine do in the measured time, and how many bytes can it move?
#     It does both at the same time."
#   - "In `time` nanoseconds, the machine does at most `peak * time` operations and moves at most
#     `bandwidth * time` bytes. A measurement that exceeds *one* of these limits is above the
#     roofline, whatever the other is."
#   - "`[name for name, operations, moved, time in record if operations > peak * time or moved >
#     bandwidth * time]`"
# ---

# %% [markdown]
# Return the names of all measurements that lie above the roofline of their machine, in the order of
# the record. Such a measurement cannot be right: perhaps the timer did not wait for the result, the
# operations were miscounted, or the program ran in another precision.
#
# A record is a list of measurements `(name, operations, bytes, nanoseconds)`. The machine does at
# most `peak` operations per nanosecond (GFLOP/s) and moves at most `bandwidth` bytes per nanosecond
# (GB/s). It does both at the same time.
#
# - A measurement is above the roofline if its time is shorter than the machine needs for the
#   operations, or shorter than it needs for the bytes.
# - A measurement exactly on the roofline is not above it.
# - A name may occur more than once, because programs are timed repeatedly. List it once for each
#   measurement above the roofline.
# - If there are none, return an empty list.
# - All values are integers of at least 1, and there is at least one measurement.


# %% answer
def above_roofline(record, peak, bandwidth):
    """record: a list of (name, operations, bytes, nanoseconds) -> a list of names. One to five
    lines.

    >>> above_roofline([("sum", 20, 500, 10), ("matmul", 90, 120, 1), ("copy", 1, 700, 5)], 50, 100)
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
    """Draw a record. The bandwidth, and the times of points on the roofline, are powers of two:
    an answer that divides gets the same result as one that multiplies."""
    bandwidth = 2 ** draw.int(4, 6)
    ridge = draw.int(3, 9)
    peak = ridge * bandwidth
    times, scales = [draw.int(20, 90) for _ in NAMES], [2 ** draw.int(5, 7) for _ in NAMES]
    honest = [
        (peak * times[0] // draw.int(2, 4), bandwidth * times[0] // 3, times[0]),
        (bandwidth * times[1] // draw.int(2, 4), bandwidth * times[1] // 2, times[1]),
        # On the roofline: at the peak, at the bandwidth, at both.
        (peak * scales[2], bandwidth * scales[2] // 2, scales[2]),
        (draw.int(1, 9), bandwidth * scales[3], scales[3]),
        (peak * scales[4], bandwidth * scales[4], scales[4]),
        # Possible only because the machine computes and moves data at the same time.
        (peak * times[5] - 1, bandwidth * times[5] - 1, times[5]),
    ]
    false = [
        # The result was not awaited: above the peak, the bandwidth, both.
        (peak * times[6] * draw.int(2, 9), bandwidth * times[6] // 4, times[6]),
        (draw.int(1, 9), bandwidth * times[7] * draw.int(3, 9), times[7]),
        (peak * times[0] * 2, bandwidth * times[0] * 2, times[0]),
        # Above by one operation, above by one byte.
        (peak * times[1] + 1, bandwidth * times[1] // 2, times[1]),
        (peak * times[2] // 2, bandwidth * times[2] + 1, times[2]),
        # Too many bytes, and fewer operations than the machine moves bytes in that time.
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
    if len(rows) == 5:  # two names occur twice
        names[2:4] = names[:2]
    return [(name, *row) for name, row in zip(names, rows, strict=False)], peak, bandwidth


check(above_roofline, given=a_record)
