# %% wrong: results_swapped
# You swapped throughput and latency. Latency is a time: how long one customer stays. Throughput is
# a rate: how many customers are served per second.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return durations.mean(axis=1), throughput, counts.mean(axis=1)


# %% wrong: one_over_latency
# You computed throughput as one over latency. By Little's law, this holds only if the mean number
# of customers inside is one. Divide the number of customers by the length of the day.
#
# -    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
# +    throughput = 1 / durations.mean(axis=1)


# %% wrong: maximum_for_mean
# You returned the maximum over the seconds. Little's law is about averages: take the mean over the
# day.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, durations.mean(axis=1), counts.max(axis=1).astype(jnp.float32)


# %% wrong: leaving_second_counted
# You also counted a customer in the second of leaving, so each one stays a second too long. Then
# the law fails: `inside` exceeds throughput times latency. Count a customer while
# `second < arrivals + durations`.
def littles_law(arrivals, durations):
    times = seconds[:, None, None]
    counts = ((arrivals <= times) & (times <= arrivals + durations)).sum(axis=2)
    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
    return throughput, durations.mean(axis=1), counts.mean(axis=0)


# %% wrong: empty_seconds_left_out
# You averaged only over the seconds in which a customer is inside. Seconds in an empty shop count
# as well, with 0: divide by all 64 seconds.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, durations.mean(axis=1), counts.sum(axis=1) / (counts > 0).sum(axis=1)


# %% wrong: latency_summed
# You added the times of all customers. Return the *mean* time.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, durations.sum(axis=1), counts.mean(axis=1)


# %% wrong: day_ends_with_last
# Your latency is right, but your day ends when the last customer leaves, so your throughput is too
# high. Divide by all 64 seconds.
#
# -    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
# +    throughput = arrivals.shape[1] / (arrivals + durations).max(axis=1)


# %% wrong: one_second_at_a_time
# Your values are right, but each iteration of your loop waits for the previous second, although the
# seconds are independent. Compute all seconds in parallel with `vmap`.
def littles_law(arrivals, durations):
    def count(none, second):
        return none, jax.vmap(inside_at, in_axes=(None, 0, 0))(second, arrivals, durations)

    counts = jax.lax.scan(count, None, seconds)[1]
    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
    return throughput, durations.mean(axis=1), counts.mean(axis=0)


# %% wrong: leaving_time_returned
# Your latency is the time of leaving. Return the time *from* entering to leaving.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, (arrivals + durations).mean(axis=1), counts.mean(axis=1)


# %% wrong: fraction_returned
# Your third result is the fraction of the customers who are inside. Return their *number*: add over
# the customers, and average only over the seconds.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, durations.mean(axis=1), counts.mean(axis=1) / arrivals.shape[1]


# %% wrong: seconds_summed
# Your third result is a sum over the seconds. Return the *mean* over the seconds.
#
# -    return throughput, durations.mean(axis=1), counts.mean(axis=1)
# +    return throughput, durations.mean(axis=1), counts.sum(axis=1).astype(jnp.float32)


# %% wrong: averaged_over_shops
# Your third result has one element for each second: the mean over the shops. Return one element for
# each shop: the mean over the seconds. Check which axis of your array counts the seconds.
def littles_law(arrivals, durations):
    all_shops = jax.vmap(inside_at, in_axes=(None, 0, 0))
    counts = jax.vmap(all_shops, in_axes=(0, None, None))(seconds, arrivals, durations)
    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
    return throughput, durations.mean(axis=1), counts.mean(axis=1)


# %% right: by_littles_law
def littles_law(arrivals, durations):
    throughput, latency = arrivals.shape[1] / 64, durations.sum(axis=1) / durations.shape[1]
    return jnp.full_like(latency, throughput), latency, throughput * latency


# %% right: by_broadcasting
def littles_law(arrivals, durations):
    times = seconds[None, None, :]
    inside = (arrivals[..., None] <= times) & (times < (arrivals + durations)[..., None])
    count = jnp.ones_like(arrivals).sum(axis=1)
    return count / 64, durations.sum(axis=1) / count, inside.sum(axis=(1, 2)) / 64


# %% right: shop_by_shop
def littles_law(arrivals, durations):
    def shop(arrivals, durations):
        counts = jax.vmap(lambda second: inside_at(second, arrivals, durations))(seconds)
        return jnp.float32(len(arrivals) / 64), jnp.mean(durations), jnp.mean(counts)

    return jax.vmap(shop)(arrivals, durations)
