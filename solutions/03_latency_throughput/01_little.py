# ---
# title: Little's law, counted
# kind: program
# points: 3
# minutes: 12
# hints:
#   - "Latency is a time: how long a customer stays, on average. Throughput is a rate: how many come
#     and go in a second. Both need no loop over the seconds."
#   - "`inside_at` knows one second and one shop. `jax.vmap(inside_at, in_axes=(0, None, None))`
#     takes many seconds and one shop. What does `vmap` around that have to take apart, and what
#     stays whole?"
#   - "`over_day = jax.vmap(inside_at, in_axes=(0, None, None))`, and then
#     `jax.vmap(over_day, in_axes=(None, 0, 0))(seconds, arrive, stay)` is a table: a row for each
#     shop, a column for each second. Take the mean of each row."
# ---

# %% [markdown]
# For each of many shops, find the throughput, the latency, and the mean number of customers inside
# over one day; then compare the third with the product of the other two.
#
# `arrive[i, j]` is the second at which customer `j` enters shop `i`, `stay[i, j]` how many seconds
# later they leave. A day has 64 seconds, and everybody leaves before it ends. *Throughput* is
# customers per second over the whole day, *latency* the mean time from entering to leaving, and
# *inside* the mean, over the 64 seconds, of what `inside_at` counts. No shop and no second needs
# another.

# %% given
import jax
import jax.numpy as jnp

seconds = jnp.arange(64.0)


def inside_at(second, arrive, stay):
    """One second, and one shop's f32[n] each -> how many are inside: one number."""
    return ((arrive <= second) & (second < arrive + stay)).sum()


# %% answer
def little(arrive, stay):
    """arrive: f32[k, n], stay: f32[k, n] -> throughput, latency, inside: three f32[k].

    >>> shop = jnp.array([[0.0, 4.0]]), jnp.array([[32.0, 16.0]])
    >>> [float(column[0]) for column in little(*shop)]
    [0.03125, 24.0, 0.75]

    Three to five lines."""
    ### BEGIN SOLUTION
    over_day = jax.vmap(inside_at, in_axes=(0, None, None))
    counts = jax.vmap(over_day, in_axes=(None, 0, 0))(seconds, arrive, stay)
    throughput = jnp.full(len(arrive), arrive.shape[1] / len(seconds))
    return throughput, stay.mean(axis=1), counts.mean(axis=1)
    ### END SOLUTION


# %% check


check(
    little,
    given="arrive: f32[k, n] in 0..40, stay: f32[k, n] in 1..20, k in 1..16, n in 1..32",
    tolerance=1e-5,
    budget=Budget(span=4),
)
