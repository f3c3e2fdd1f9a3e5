# %% wrong: not_mended
# Nothing is mended yet: the waits begin at `started`, the throughput is one over the latency, and
# the rank of the percentile is too low.
def report(log):
    _arrived, started, finished = log.T
    waits = finished - started
    return waits.mean(), 1 / waits.mean(), jnp.sort(waits)[int(0.95 * (len(waits) - 1))]


# %% wrong: waits_from_the_start
# Your throughput is right. Your latency begins when work on the request *starts*. The customer
# waits from the arrival on, in the queue as well.
def report(log):
    arrived, started, finished = log.T
    waits = jnp.sort(finished - started)
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: one_over_latency
# Your latency and percentile are right. Throughput is one over the latency only if there is never
# more than one customer inside. Count those who left, and divide by the time it took.
def report(log):
    arrived, _started, finished = log.T
    waits = jnp.sort(finished - arrived)
    return waits.mean(), 1 / waits.mean(), waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: rank_too_low
# Mean and throughput are right. Your percentile rounds the rank down: fewer than 95 in 100
# customers are within it. Round the rank up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[int(0.95 * (len(waits) - 1))]


# %% wrong: one_rank_too_high
# Mean and throughput are right. Your percentile is one place too high whenever 95 in 100 is a
# whole number of customers: of 20, the 19th is the one, and lists count from 0.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[95 * len(waits) // 100]


# %% wrong: always_the_worst
# Mean and throughput are right. You reported the worst wait of all; the 95th percentile leaves
# out the worst 5 in 100, where there are that many.
def report(log):
    arrived, _started, finished = log.T
    waits = finished - arrived
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, waits.max()


# %% wrong: last_in_the_list
# Latency and percentile are right. The customer who arrives last need not finish last: the day
# ends with the *latest* finish.
#
# -    throughput = len(waits) / (finished.max() - arrived.min())
# +    throughput = len(waits) / (finished[-1] - arrived[0])


# %% wrong: between_two_ranks
# Mean and throughput are right. `jnp.percentile` gave you a number between two latencies, which no
# customer had. The nearest rank is the latency of one customer: sort, and count.
def report(log):
    arrived, _started, finished = log.T
    waits = finished - arrived
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, jnp.percentile(waits, 95)


# %% wrong: from_the_first_start
# Latency and percentile are right. Your day begins when work on the first request *starts*. The
# throughput is asked from the first arrival on.
def report(log):
    arrived, started, finished = log.T
    waits = jnp.sort(finished - arrived)
    throughput = len(waits) / (finished.max() - started.min())
    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: median_for_mean
# Throughput and percentile are right. The *mean* latency is asked for, and you gave the median.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return jnp.median(waits), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: since_midnight
# Your throughput counts from time 0. The service begins with the first arrival.
def report(log):
    arrived, _started, finished = log.T
    waits = jnp.sort(finished - arrived)
    return waits.mean(), len(waits) / finished.max(), waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: to_the_nearer_rank
# Mean and throughput are right. You rounded 95 in 100 to the nearer whole rank. *At least* 95 in
# 100 are asked for: round up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[max(0, round(0.95 * len(waits)) - 1)]


# %% wrong: the_nearest_of_numpy
# Mean and throughput are right. `method="nearest"` counts the gaps between the ranks, and takes the
# nearer end of a gap: too few may be within it. Count customers, and round up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[round(0.95 * (len(waits) - 1))]


# %% wrong: latency_mended_alone
# The mean is mended: it begins with the arrival. Two lines are left. The throughput is still one
# over it, and the rank of the percentile is still rounded down.
def report(log):
    arrived, _started, finished = log.T
    waits = finished - arrived
    return waits.mean(), 1 / waits.mean(), jnp.sort(waits)[int(0.95 * (len(waits) - 1))]


# %% wrong: not_sorted
# Mean and throughput are right. You took the rank in the order of arrival. It is a rank among the
# latencies: sort them first.
#
# -    waits = jnp.sort(finished - arrived)
# +    waits = finished - arrived


# %% wrong: milliseconds_per_customer
# Latency and percentile are right. Your throughput is upside down: it is customers in a
# millisecond, not milliseconds for a customer.
def report(log):
    arrived, _started, finished = log.T
    waits = jnp.sort(finished - arrived)
    each = (finished.max() - arrived.min()) / len(waits)
    return waits.mean(), each, waits[-(-95 * len(waits) // 100) - 1]


# %% right: by_counting
def report(log):
    arrived, _started, finished = log.T
    waits, count = finished - arrived, len(log)
    enough = 100 * (waits[None] <= waits[:, None]).sum(axis=1) >= 95 * count
    within = jnp.where(enough, waits, jnp.inf)
    return waits.sum() / count, count / (finished.max() - arrived.min()), within.min()


# %% right: by_columns
def report(log):
    waits = log[:, 2] - log[:, 0]
    throughput = waits.size / jnp.ptp(log)  # nobody starts before the first arrives
    return jnp.mean(waits), throughput, jnp.sort(waits)[(95 * waits.size + 99) // 100 - 1]


# %% right: largest_first
def report(log):
    first, *_, last = jnp.sort(log.ravel())
    waits, _ = jax.lax.top_k(log[:, 2] - log[:, 0], 1 + len(log) * 5 // 100)
    return (log[:, 2] - log[:, 0]).mean(), len(log) / (last - first), waits[-1]
