# %% wrong: peak_only
# You checked only the operations. A copy does hardly any operations, so the bandwidth limits it.
# Check the bytes, too.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations > peak * time


# %% wrong: bandwidth_only
# You checked only the bytes. A large matrix product moves few bytes for its operations, so the peak
# limits it. Check the operations, too.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if moved > bandwidth * time


# %% wrong: both_limits_required
# You listed only measurements that exceed both limits. Exceeding one of them is enough, because the
# roofline is the lower of the two.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations > peak * time and moved > bandwidth * time


# %% wrong: equality_included
# You also listed measurements exactly on the roofline. These rates are the highest that the machine
# can reach, so the measurements may be right. List only those above it.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations >= peak * time or moved >= bandwidth * time


# %% wrong: times_added
# You added the time of the operations to the time of the bytes. The machine does both at the same
# time, so only the longer of the two counts. Compare each with the measured time.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / peak + moved / bandwidth > time


# %% wrong: intensity_inverted
# You inverted the intensity. The intensity is operations per byte, and its product with the
# bandwidth is operations per nanosecond. Divide the operations by the bytes.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / time > min(peak, moved / operations * bandwidth)


# %% wrong: rate_compared_with_bandwidth
# You compared operations per nanosecond with the bandwidth, which is in bytes per nanosecond.
# Compare the bandwidth with bytes per nanosecond, or multiply the bandwidth by the operations per
# byte first.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations / time > min(peak, bandwidth)


# %% wrong: rounded_down
# You rounded the rates down with `//`. A rate that exceeds the limit by a fraction is still above
# the roofline. Do not round the rates.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations // time > peak or moved // time > bandwidth


# %% wrong: below_the_roof
# You listed the measurements that may be right. List the others.
#
# -        if operations > peak * time or moved > bandwidth * time
# +        if operations <= peak * time and moved <= bandwidth * time


# %% wrong: deduplicated
# You listed each name only once. Several measurements of one program may be above the roofline.
# List its name once for each such measurement.
#
# -    return [
# +    names = [
# -    ]
# +    ]
# +    return [name for at, name in enumerate(names) if name not in names[:at]]


# %% wrong: listed_twice
# You listed a measurement that exceeds both limits twice. List each measurement once.
def above_roofline(record, peak, bandwidth):
    names = []
    for name, operations, moved, time in record:
        if operations > peak * time:
            names.append(name)
        if moved > bandwidth * time:
            names.append(name)
    return names


# %% wrong: rows_returned
# You returned whole measurements. Return only their names.
#
# -        name
# -        for name, operations, moved, time in record
# +        (name, operations, moved, time)
# +        for name, operations, moved, time in record


# %% right: by_the_roofline
def above_roofline(record, peak, bandwidth):
    found = []
    for name, operations, moved, time in record:
        roof = min(peak, operations / moved * bandwidth)
        if operations / time > roof:
            found.append(name)
    return found


# %% right: least_time
def above_roofline(record, peak, bandwidth):
    def needed(row):
        return max(row[1] / peak, row[2] / bandwidth)

    return tuple(row[0] for row in record if row[3] < needed(row))


# %% right: with_numpy
import numpy as np


def above_roofline(record, peak, bandwidth):
    names = np.array([row[0] for row in record])
    did, moved, time = np.array([row[1:] for row in record]).T
    return names[(did / time > peak) | (moved / time > bandwidth)]


# %% right: by_ridge
from fractions import Fraction


def above_roofline(record, peak, bandwidth):
    ridge, found = Fraction(peak, bandwidth), []
    for name, did, moved, time in record:
        left = Fraction(did, moved) < ridge
        use = Fraction(moved, bandwidth * time) if left else Fraction(did, peak * time)
        found += [name] * (use > 1)
    return found
