# ---
# title: Check Little's law by counting
# kind: program
# points: 3
# minutes: 12
# hints:
#   - "Latency is a time: how long a customer stays, on average. Throughput is a rate: how many
#     customers come and go per second. Neither needs a loop over the seconds."
#   - "`inside_at` computes one second of one shop. `jax.vmap(inside_at, in_axes=(0, None, None))`
#     computes many seconds of one shop. Which arguments does a second `vmap` around it map over,
#     and which does it pass whole?"
#   - "`day_mean = jax.vmap(inside_at, in_axes=(0, None, None))`, and then `jax.vmap(day_mean,
#     in_axes=(None, 0, 0))(seconds, arrivals, durations)` is a table with a row for each shop and a
#     column for each second. Take the mean of each row."
# ---

# %% [markdown]
# Return the throughput, the latency and the mean number of customers of several shops: three arrays
# with one element for each shop.
#
# `arrivals[i, j]` is the second at which customer `j` enters shop `i`, and `durations[i, j]` is how
# many seconds later this customer leaves. A day has 64 seconds, and all customers leave before it
# ends. All times are whole seconds.
#
# - *throughput*: customers per second, over the whole day,
# - *latency*: the mean time from entering to leaving, in seconds,
# - *inside*: the mean over the 64 seconds of the number of customers inside, as `inside_at` counts
#   them.
#
# Shops and seconds are independent, so compute all of them in parallel. For 16 shops with 32
# customers, the span (longest chain of dependent operations) may be at most 68, four times that of
# our solution.
#
# *Little's law* states that the mean number of customers inside is the throughput times the
# latency. Check it afterwards: in a cell of your own, compare `inside` with the product of the
# other two arrays.

# %% given
import jax
import jax.numpy as jnp

seconds = jnp.arange(64.0)


def inside_at(second, arrivals, durations):
    """second: f32[], arrivals, durations: f32[n] of one shop -> the number of customers inside."""
    return ((arrivals <= second) & (second < arrivals + durations)).sum()


# %% answer
def littles_law(arrivals, durations):
    """arrivals: f32[k, n], durations: f32[k, n] -> throughput, latency, inside: three f32[k].

    >>> shop = jnp.array([[0.0, 4.0]]), jnp.array([[32.0, 16.0]])
    >>> [float(column[0]) for column in littles_law(*shop)]
    [0.03125, 24.0, 0.75]

    Three to five lines."""
    ### BEGIN SOLUTION
    day_mean = jax.vmap(inside_at, in_axes=(0, None, None))
    counts = jax.vmap(day_mean, in_axes=(None, 0, 0))(seconds, arrivals, durations)
    throughput = jnp.full(len(arrivals), arrivals.shape[1] / len(seconds))
    return throughput, durations.mean(axis=1), counts.mean(axis=1)
    ### END SOLUTION


# %% check


check(
    littles_law,
    given="arrivals: f32[k, n] in 0..40, durations: f32[k, n] in 1..20, k in 1..16, n in 1..32",
    tolerance=1e-5,
    budget=Budget(span=4),
)
