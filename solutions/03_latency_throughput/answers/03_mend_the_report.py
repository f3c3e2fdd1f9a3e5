# %% wrong: not_mended
# All three mistakes are still there: the waits begin at `started`, the throughput is one over the
# latency, and the rank of the percentile is too low.
def report(log):
    _arrived, started, finished = log.T
    waits = finished - started
    return waits.mean(), 1 / waits.mean(), jnp.sort(waits)[int(0.95 * (len(waits) - 1))]


# %% wrong: waits_from_the_start
# Your throughput is right. Your latency begins when work on the request *starts*. The customer
# waits from the arrival on, including the time in the queue.
def report(log):
    arrived, started, finished = log.T
    waits = jnp.sort(finished - started)
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: one_over_latency
# Your latency and percentile are right. Throughput is one over the latency only if exactly one
# customer is always being served. Divide the number of customers by the time from the first arrival
# to the last finish.
def report(log):
    arrived, _started, finished = log.T
    waits = jnp.sort(finished - arrived)
    return waits.mean(), 1 / waits.mean(), waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: rank_too_low
# Your mean and throughput are right. Your percentile rounds the rank down, so fewer than 95 % of
# the customers are within it. Round the rank up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[int(0.95 * (len(waits) - 1))]


# %% wrong: one_rank_too_high
# Your mean and throughput are right. Your percentile is one rank too high whenever 95 % of the
# customers is a whole number: of 20 customers, take the 19th, and remember that arrays count from
# 0.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[95 * len(waits) // 100]


# %% wrong: always_the_worst
# Your mean and throughput are right. You returned the largest latency. The 95th percentile excludes
# the worst 5 % if there are enough customers.
def report(log):
    arrived, _started, finished = log.T
    waits = finished - arrived
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, waits.max()


# %% wrong: last_in_the_list
# Your latency and percentile are right. The customer who arrives last need not finish last: use the
# *latest* finish.
#
# -    throughput = len(waits) / (finished.max() - arrived.min())
# +    throughput = len(waits) / (finished[-1] - arrived[0])


# %% wrong: between_two_ranks
# Your mean and throughput are right. `jnp.percentile` interpolates between two latencies and
# returns a value that no customer had. The nearest rank is the latency of one customer: sort and
# index.
def report(log):
    arrived, _started, finished = log.T
    waits = finished - arrived
    throughput = len(waits) / (finished.max() - arrived.min())
    return waits.mean(), throughput, jnp.percentile(waits, 95)


# %% wrong: from_the_first_start
# Your latency and percentile are right. Your period begins when work on the first request *starts*.
# It begins with the first arrival.
def report(log):
    arrived, started, finished = log.T
    waits = jnp.sort(finished - arrived)
    throughput = len(waits) / (finished.max() - started.min())
    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]


# %% wrong: to_the_nearer_rank
# Your mean and throughput are right. You rounded 95 % of the customers to the nearest integer. *At
# least* 95 % must be within the percentile, so round up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[max(0, round(0.95 * len(waits)) - 1)]


# %% wrong: the_nearest_of_numpy
# Your mean and throughput are right. `method="nearest"` counts the gaps between ranks and takes the
# nearer end of a gap, so fewer than 95 % of the customers may be within it. Compute the rank from
# the number of customers and round up.
#
# -    return waits.mean(), throughput, waits[-(-95 * len(waits) // 100) - 1]
# +    return waits.mean(), throughput, waits[round(0.95 * (len(waits) - 1))]


# %% wrong: not_sorted
# Your mean and throughput are right. You took the rank in order of arrival. It is a rank among the
# latencies: sort them first.
#
# -    waits = jnp.sort(finished - arrived)
# +    waits = finished - arrived


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
