# ---
# title: An if for all lanes
# kind: program
# points: 2
# minutes: 8
# hints:
#   - "No lane may ask `if`. Work out all four fares for every trip, and then choose, three
#     times."
#   - "`jnp.where(km < 10, 2 * km, km + 6)` is right for every trip of 3 km or more. What has to
#     be put around it for shorter ones?"
#   - "From the inside out: `fare = jnp.where(km < 10, 2 * km, km + 6)`, then
#     `fare = jnp.where(km < 3, 5, fare)`, then the same once more for `km < 0`."
# ---

# %% [markdown]
# Work out the fares of many taxi trips at the same time.
#
# `fare_of_one` does it for one trip, with an `if` that no lane can ask for itself. The question
# `km < 3` is answered for all trips, and so are both of its sides.

# %% given
import jax
import jax.numpy as jnp


def fare_of_one(km):
    if km < 0:  # an entry by mistake
        return 0
    if km < 3:
        return 5
    if km < 10:
        return 2 * km
    return km + 6


# %% answer
def fares(km):
    """km: f32[n] -> f32[n]. One to four lines."""
    ### BEGIN SOLUTION
    fare = jnp.where(km < 10, 2 * km, km + 6)
    fare = jnp.where(km < 3, 5, fare)
    return jnp.where(km < 0, 0, fare)
    ### END SOLUTION


# %% check
import numpy as np


def trips(draw):
    # Halves: they meet the edges, and what lies just below them.
    n = draw.each([1, 6, 15, 10, 3, 128])
    return (draw.array("f32", (n,), -8, 28, then=lambda whole: whole / 2),)


check(
    fares,
    spec=lambda km: np.array([fare_of_one(one) for one in km]),
    given=trips,
    budget=Budget(span=8),
)
