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
