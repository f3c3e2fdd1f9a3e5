# %% wrong: time_for_rate
# You swapped the two words, as the article does. Latency is a time, how long one customer stays;
# throughput is a rate, how many are served in a second.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return stay.mean(axis=1), throughput, counts.mean(axis=1)


# %% wrong: one_over_latency
# You took throughput as one over latency. That holds only if exactly one customer is always inside.
# Count the customers, and divide by the day.
#
# -    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
# +    throughput = 1 / stay.mean(axis=1)


# %% wrong: busiest_second
# You gave the busiest second. Little's law speaks of averages: take the mean over the day.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.max(axis=1).astype(jnp.float32)


# %% wrong: still_inside_when_leaving
# You counted a customer in the second of leaving as well, and so each for one second too long. Then
# the law fails: inside is more than throughput times latency.
def little(arrive, stay):
    moments = seconds[:, None, None]
    counts = ((arrive <= moments) & (moments <= arrive + stay)).sum(axis=2)
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=0)


# %% wrong: while_somebody_is_there
# You averaged over the seconds in which somebody is inside. An empty shop counts as well, with 0:
# the day has 64 seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.sum(axis=1) / (counts > 0).sum(axis=1)


# %% wrong: everybody_together
# You added up how long everybody stays. Latency is the *mean*: how long one of them stays.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.sum(axis=1), counts.mean(axis=1)


# %% wrong: until_the_last_leaves
# Your latency is right. Your day ends when the last customer leaves, so its throughput is too high:
# divide by all 64 seconds.
#
# -    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
# +    throughput = arrive.shape[1] / (arrive + stay).max(axis=1)


# %% wrong: one_second_after_another
# Your numbers are right, but you take one second after another. No second needs the one before: let
# `vmap` take all of them at once.
def little(arrive, stay):
    def count(none, second):
        return none, jax.vmap(inside_at, in_axes=(None, 0, 0))(second, arrive, stay)

    counts = jax.lax.scan(count, None, seconds)[1]
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=0)


# %% wrong: when_for_how_long
# Your latency is the moment of leaving. How *long* somebody is inside is from entering to leaving.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, (arrive + stay).mean(axis=1), counts.mean(axis=1)


# %% wrong: share_for_number
# Your third is the share of the customers that is inside. How *many* are inside is asked for: add
# up over the customers, and take the mean only over the seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.mean(axis=1) / arrive.shape[1]


# %% wrong: seconds_per_customer
# Your throughput is upside down: it is customers in a second, not seconds for a customer.
#
# -    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
# +    throughput = jnp.full(len(arrive), len(seconds) / arrive.shape[1])


# %% wrong: all_seconds_added
# Your third is a sum over the day: the seconds that all customers stay, taken together. How many
# are inside is the *mean* over the seconds.
#
# -    return throughput, stay.mean(axis=1), counts.mean(axis=1)
# +    return throughput, stay.mean(axis=1), counts.sum(axis=1).astype(jnp.float32)


# %% wrong: mean_over_the_shops
# Your third has a number for each second, the mean of all shops. The task asks for one for each
# shop, the mean of all seconds: along which axis do the seconds lie in your table?
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
    moments = seconds[None, None, :]
    inside = (arrive[..., None] <= moments) & (moments < (arrive + stay)[..., None])
    count = jnp.ones_like(arrive).sum(axis=1)
    return count / 64, stay.sum(axis=1) / count, inside.sum(axis=(1, 2)) / 64


# %% right: shop_by_shop
def little(arrive, stay):
    def shop(arrive, stay):
        counts = jax.vmap(lambda second: inside_at(second, arrive, stay))(seconds)
        return jnp.float32(len(arrive) / 64), jnp.mean(stay), jnp.mean(counts)

    return jax.vmap(shop)(arrive, stay)
