# %% wrong: time_for_rate
# You swapped throughput and latency, as the article does. Latency is a time: how long one customer
# stays. Throughput is a rate: how many customers are served per second.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return stay.mean(axis=1), throughput, counts.mean(axis=1)


# %% wrong: one_over_latency
# You computed throughput as one over latency. This holds only if exactly one customer is always
# inside. Divide the number of customers by the length of the day.
#
# -    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
# +    throughput = 1 / stay.mean(axis=1)


# %% wrong: busiest_second
# You returned the maximum over the seconds. Little's law is about averages: take the mean over the
# day.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.max(axis=1).astype(jnp.float32)


# %% wrong: still_inside_when_leaving
# You also counted a customer in the second of leaving, so each one stays a second too long. Then
# the law fails: `inside` exceeds throughput times latency. Count a customer while `second < arrive
# + stay`.
def little(arrive, stay):
    times = seconds[:, None, None]
    counts = ((arrive <= times) & (times <= arrive + stay)).sum(axis=2)
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=0)


# %% wrong: while_somebody_is_there
# You averaged only over the seconds in which somebody is inside. Seconds in an empty shop count as
# well, with 0: divide by all 64 seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.sum(axis=1) / (counts > 0).sum(axis=1)


# %% wrong: everybody_together
# You added the times of all customers. Latency is their *mean*.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.sum(axis=1), counts.mean(axis=1)


# %% wrong: until_the_last_leaves
# Your latency is right. Your day ends when the last customer leaves, so the throughput is too high.
# Divide by all 64 seconds.
#
# -    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
# +    throughput = arrive.shape[1] / (arrive + stay).max(axis=1)


# %% wrong: one_second_after_another
# Your values are right, but each iteration of your loop waits for the previous second, although the
# seconds are independent. Compute all seconds at once with `vmap`.
def little(arrive, stay):
    def count(none, second):
        return none, jax.vmap(inside_at, in_axes=(None, 0, 0))(second, arrive, stay)

    counts = jax.lax.scan(count, None, seconds)[1]
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=0)


# %% wrong: when_for_how_long
# Your latency is the time of leaving. Return the time *from* entering to leaving.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, (arrive + stay).mean(axis=1), counts.mean(axis=1)


# %% wrong: share_for_number
# Your third result is the share of the customers that is inside. Return their *number*: add over
# the customers, and average only over the seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.mean(axis=1) / arrive.shape[1]


# %% wrong: all_seconds_added
# Your third result is a sum over the seconds. Return the *mean* over the seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.sum(axis=1).astype(jnp.float32)


# %% wrong: mean_over_the_shops
# Your third result has one element for each second: the mean over the shops. Return one element for
# each shop: the mean over the seconds. Check which axis of your table is the seconds.
def little(arrive, stay):
    all_shops = jax.vmap(inside_at, in_axes=(None, 0, 0))
    counts = jax.vmap(all_shops, in_axes=(0, None, None))(seconds, arrive, stay)
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=1)


# %% right: by_the_law
def little(arrive, stay):
    throughput, latency = arrive.shape[1] / 64, stay.sum(axis=1) / stay.shape[1]
    return jnp.full_like(latency, throughput), latency, throughput * latency


# %% right: by_broadcasting
def little(arrive, stay):
    times = seconds[None, None, :]
    inside = (arrive[..., None] <= times) & (times < (arrive + stay)[..., None])
    count = jnp.ones_like(arrive).sum(axis=1)
    return count / 64, stay.sum(axis=1) / count, inside.sum(axis=(1, 2)) / 64


# %% right: shop_by_shop
def little(arrive, stay):
    def shop(arrive, stay):
        counts = jax.vmap(lambda second: inside_at(second, arrive, stay))(seconds)
        return jnp.float32(len(arrive) / 64), jnp.mean(stay), jnp.mean(counts)

    return jax.vmap(shop)(arrive, stay)
