# ---
# title: Replace an if by jnp.where
# kind: program
# points: 2
# minutes: 8
# hints:
#   - "A traced function cannot branch with `if` on a value. Compute all four fares for every trip,
#     then select one of them, in three steps."
#   - "`jnp.where(km < 10, 2 * km, km + 6)` is correct for every trip of 3 km or more. What do you
#     wrap around it for shorter trips?"
#   - "From the inside out: `fare = jnp.where(km < 10, 2 * km, km + 6)`, then `fare = jnp.where(km <
#     3, 5, fare)`, then the same once more for `km < 0`."
# ---

# %% [markdown]
# `km` contains the distances of taxi trips in kilometres. Return the fare of each trip.
#
# `fare_of_one` computes the fare of one trip with `if`, which does not work on arrays. Compute all
# trips in parallel instead: evaluate each condition for every trip, compute the fares of all
# branches, and select.
#
# - For example, trips of -1, 2, 3 and 10 kilometres have the fares 0, 5, 6 and 16.
# - Do not loop over the trips: the span (longest chain of dependent operations) may be at most 32,
#   eight times that of our solution.

# %% given
import jax
import jax.numpy as jnp


def fare_of_one(km):
    if km < 0:  # invalid input
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
    # Multiples of 0.5 include the boundaries and values just below them.
    n = draw.each([1, 6, 15, 10, 3, 128])
    return (draw.array("f32", (n,), -8, 28, then=lambda whole: whole / 2),)


check(
    fares,
    spec=lambda km: np.array([fare_of_one(one) for one in km]),
    given=trips,
    budget=Budget(span=8),
)
