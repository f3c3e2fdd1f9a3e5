# %% wrong: unchanged
# All three mistakes are still there: the latency begins at `started`, the throughput is one over
# the mean latency, and the rank of the percentile is too low.
def report(log):
    _arrived, started, finished = log.T
    latencies = finished - started
    return (
        latencies.mean(),
        1 / latencies.mean(),
        jnp.sort(latencies)[int(0.95 * (len(latencies) - 1))],
    )


# %% wrong: latency_from_start
# Your throughput is right, but your latency begins at `started`. The latency of a customer begins
# at the arrival, so it includes the time in the queue.
def report(log):
    arrived, started, finished = log.T
    latencies = jnp.sort(finished - started)
    throughput = len(latencies) / (finished.max() - arrived.min())
    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]


# %% wrong: one_over_latency
# Your latency and percentile are right. By Little's law, throughput is one over the mean latency
# only if the mean number of customers in the system is one. Divide the number of customers by the
# time from the first arrival to the last finish.
def report(log):
    arrived, _started, finished = log.T
    latencies = jnp.sort(finished - arrived)
    return latencies.mean(), 1 / latencies.mean(), latencies[-(-95 * len(latencies) // 100) - 1]


# %% wrong: rank_too_low
# Your mean and throughput are right. Your percentile rounds the rank down, so fewer than 95 % of
# the customers may be within it. Round the rank up.
#
# -    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]
# +    return latencies.mean(), throughput, latencies[int(0.95 * (len(latencies) - 1))]


# %% wrong: rank_too_high
# Your mean and throughput are right. Your percentile is one rank too high whenever 95 % of the
# customers is a whole number: of 20 customers, take the 19th, which has index 18.
#
# -    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]
# +    return latencies.mean(), throughput, latencies[95 * len(latencies) // 100]


# %% wrong: maximum_for_percentile
# Your mean and throughput are right. For the percentile, you returned the largest latency. The 95th
# percentile excludes the longest 5 % of the latencies if there are enough customers.
def report(log):
    arrived, _started, finished = log.T
    latencies = finished - arrived
    throughput = len(latencies) / (finished.max() - arrived.min())
    return latencies.mean(), throughput, latencies.max()


# %% wrong: last_arrival_ends_day
# Your latency and percentile are right. The customer who arrives last need not be the last to
# finish: use the *latest* finish.
#
# -    throughput = len(latencies) / (finished.max() - arrived.min())
# +    throughput = len(latencies) / (finished[-1] - arrived[0])


# %% wrong: interpolated
# Your mean and throughput are right. `jnp.percentile` interpolates between two latencies and
# returns a value that no customer had. The nearest rank gives the latency of one customer: sort the
# latencies and index.
def report(log):
    arrived, _started, finished = log.T
    latencies = finished - arrived
    throughput = len(latencies) / (finished.max() - arrived.min())
    return latencies.mean(), throughput, jnp.percentile(latencies, 95)


# %% wrong: period_from_start
# Your latency and percentile are right. For the throughput, your period begins at the first
# `started`. The period should begin at the first arrival.
def report(log):
    arrived, started, finished = log.T
    latencies = jnp.sort(finished - arrived)
    throughput = len(latencies) / (finished.max() - started.min())
    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]


# %% wrong: rank_rounded
# Your mean and throughput are right. You rounded 95 % of the customers to the nearest integer. *At
# least* 95 % must be within the percentile, so round up.
#
# -    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]
# +    return latencies.mean(), throughput, latencies[max(0, round(0.95 * len(latencies)) - 1)]


# %% wrong: numpy_nearest
# Your mean and throughput are right. `method="nearest"` counts the gaps between ranks and takes the
# nearer end of a gap, so fewer than 95 % of the customers may be within it. Compute the rank from
# the number of customers and round up.
#
# -    return latencies.mean(), throughput, latencies[-(-95 * len(latencies) // 100) - 1]
# +    return latencies.mean(), throughput, latencies[round(0.95 * (len(latencies) - 1))]


# %% wrong: not_sorted
# Your mean and throughput are right. For the percentile, you indexed the latencies in order of
# arrival. A rank counts from the shortest latency: sort the latencies first.
#
# -    latencies = jnp.sort(finished - arrived)
# +    latencies = finished - arrived


# %% right: by_counting
def report(log):
    arrived, _started, finished = log.T
    latencies, count = finished - arrived, len(log)
    enough = 100 * (latencies[None] <= latencies[:, None]).sum(axis=1) >= 95 * count
    within = jnp.where(enough, latencies, jnp.inf)
    return latencies.sum() / count, count / (finished.max() - arrived.min()), within.min()


# %% right: by_columns
def report(log):
    latencies = log[:, 2] - log[:, 0]
    throughput = latencies.size / jnp.ptp(log)  # nobody starts before the first arrives
    return (
        jnp.mean(latencies),
        throughput,
        jnp.sort(latencies)[(95 * latencies.size + 99) // 100 - 1],
    )


# %% right: largest_first
def report(log):
    first, *_, last = jnp.sort(log.ravel())
    latencies, _ = jax.lax.top_k(log[:, 2] - log[:, 0], 1 + len(log) * 5 // 100)
    return (log[:, 2] - log[:, 0]).mean(), len(log) / (last - first), latencies[-1]
