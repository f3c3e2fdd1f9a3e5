# ---
# title: "Mend it: the report that flatters"
# kind: function
# points: 2
# minutes: 12
# hints:
#   - "Which of the three figures does a customer feel? From when to when does the customer wait?
#     Nobody waits from `started`."
#   - "Throughput is customers divided by the time in which they were served: from the first
#     arrival to the last finish. It is not one over the latency, unless they come one by one."
#   - "The 95th percentile by the nearest rank: sort the waits and take number `ceil(0.95 n)`,
#     counted from 1. In whole numbers: `waits[-(-95 * n // 100) - 1]`."
# ---

# %% [markdown]
# `report_flattering` tells the owner of a service how good it is. Three of its lines are wrong,
# all in the owner's favour or by accident. Mend them.
#
# For each customer there are three times in milliseconds: when the request arrived, when work on
# it started, when it was finished. Report the **mean latency** (from arriving to being finished),
# the **throughput** (customers per millisecond, from the first arrival to the last finish) and
# the **95th percentile** of the latency by the *nearest rank*: the least latency that at least 95
# in 100 customers do not exceed. Requests need not finish in the order in which they arrived.

# %% given
def report_flattering(arrived, started, finished):
    waits = [end - start for start, end in zip(started, finished)]
    mean = sum(waits) / len(waits)
    throughput = 1 / mean
    percentile = sorted(waits)[int(0.95 * (len(waits) - 1))]
    return mean, throughput, percentile


# %% answer
def report(arrived, started, finished):
    """Three lists of whole numbers -> (mean latency, throughput, 95th percentile). Five lines.

    ([0, 1, 2], [1, 4, 6], [4, 6, 9]) -> (5.33, 0.33, 7)"""
    ### BEGIN SOLUTION
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    mean = sum(waits) / len(waits)
    throughput = len(waits) / (max(finished) - min(arrived))
    percentile = waits[-(-95 * len(waits) // 100) - 1]
    return mean, throughput, percentile
    ### END SOLUTION


# %% check
def day(draw):
    count = draw.each([20, 1, 40, 2, 20, 3, 10, 19, 60, 21, 30, 41])  # 19 of 20 are 95 in 100
    arrived, started, finished, now = [], [], [], draw.int(0, 20)
    for _ in range(count):
        now += draw.int(1, 9)
        arrived.append(now)
        started.append(now + draw.int(1, 30))
        finished.append(started[-1] + draw.int(2, 40))
    return arrived, started, finished


check(report, given=day)


# %% wrong: not_mended
# Nothing is mended yet: the waits begin at `started`, the throughput is one over the latency, and
# the rank of the percentile is too low.
def report(arrived, started, finished):
    waits = [end - start for start, end in zip(started, finished)]
    mean = sum(waits) / len(waits)
    return mean, 1 / mean, sorted(waits)[int(0.95 * (len(waits) - 1))]


# %% wrong: waits_from_the_start
# Your throughput is right. Your latency begins when work on the request *starts*. The customer
# waits from the arrival on, in the queue as well.
def report(arrived, started, finished):
    waits = sorted(end - start for start, end in zip(started, finished))
    throughput = len(waits) / (max(finished) - min(arrived))
    return sum(waits) / len(waits), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: one_over_latency
# Your latency and percentile are right. Throughput is one over the latency only if there is never
# more than one customer inside. Count those who left, and divide by the time it took.
def report(arrived, started, finished):
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    mean = sum(waits) / len(waits)
    return mean, 1 / mean, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: rank_too_low
# Mean and throughput are right. Your percentile rounds the rank down: fewer than 95 in 100
# customers are within it. Round the rank up.
def report(arrived, started, finished):
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    throughput = len(waits) / (max(finished) - min(arrived))
    return sum(waits) / len(waits), throughput, waits[int(0.95 * (len(waits) - 1))]


# %% wrong: one_rank_too_high
# Mean and throughput are right. Your percentile is one place too high whenever 95 in 100 is a
# whole number of customers: of 20, the 19th is the one, and lists count from 0.
def report(arrived, started, finished):
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    throughput = len(waits) / (max(finished) - min(arrived))
    return sum(waits) / len(waits), throughput, waits[95 * len(waits) // 100]


# %% wrong: always_the_worst
# Mean and throughput are right. You reported the worst wait of all; the 95th percentile leaves
# out the worst 5 in 100, where there are that many.
def report(arrived, started, finished):
    waits = [end - begin for begin, end in zip(arrived, finished)]
    throughput = len(waits) / (max(finished) - min(arrived))
    return sum(waits) / len(waits), throughput, max(waits)


# %% wrong: last_in_the_list
# Latency and percentile are right. The customer who arrives last need not finish last: the day
# ends with the *latest* finish.
def report(arrived, started, finished):
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    throughput = len(waits) / (finished[-1] - arrived[0])
    return sum(waits) / len(waits), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: between_two_ranks
# Mean and throughput are right. `np.percentile` gave you a number between two latencies, one that
# nobody had. The nearest rank is a latency of somebody: `method="inverted_cdf"`, or sort and count.
import numpy as np


def report(arrived, started, finished):
    waits = [end - begin for begin, end in zip(arrived, finished)]
    throughput = len(waits) / (max(finished) - min(arrived))
    return sum(waits) / len(waits), throughput, float(np.percentile(waits, 95))


# %% wrong: from_the_first_start
# Latency and percentile are right. Your day begins when work on the first request *starts*. The
# throughput is asked from the first arrival on.
def report(arrived, started, finished):
    waits = sorted(end - begin for begin, end in zip(arrived, finished))
    throughput = len(waits) / (max(finished) - min(started))
    return sum(waits) / len(waits), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% right: by_counting
def report(arrived, started, finished):
    waits = [end - begin for begin, end in zip(arrived, finished)]
    count = len(waits)
    within = [w for w in waits if 100 * sum(v <= w for v in waits) >= 95 * count]
    return sum(waits) / count, count / (max(finished) - min(arrived)), min(within)


# %% right: with_numpy
import numpy as np


def report(arrived, started, finished):
    waits = np.subtract(finished, arrived)
    throughput = waits.size / (np.max(finished) - np.min(arrived))
    return waits.mean(), throughput, np.percentile(waits, 95, method="inverted_cdf")


# %% right: by_little
def report(arrived, started, finished):
    time = max(finished) - min(arrived)
    inside = sum(
        sum(begin <= now < end for begin, end in zip(arrived, finished))
        for now in range(min(arrived), max(finished))
    )
    waits = sorted(b - a for a, b in zip(arrived, finished))
    throughput = len(waits) / time
    rank = (95 * len(waits) + 99) // 100
    return (inside / time) / throughput, throughput, waits[rank - 1]
