# ---
# title: Compute the distance to the nearest station
# kind: program
# points: 2
# minutes: 8
# hints:
#   - "`nearest` is correct for one place. `jax.vmap(nearest, ...)` returns a function for many
#     places. You only need to say which argument has the extra axis."
#   - "`in_axes` has one entry per argument: 0 to map over the rows of that argument, `None` to pass
#     the whole argument to every call. Each place is compared with *all* stations."
#   - "`jax.vmap(nearest, in_axes=(0, None))` is the function. Call it with `places` and
#     `stations`."
# ---

# %% [markdown]
# For each place, return the squared distance to the nearest of all stations. The function `nearest`
# computes it for one place.
#
# For example, with stations at `(3, 4)` and `(1, 2)`, a place at `(0, 0)` has the squared distances
# 25 and 5, so its result is 5.
#
# The positions are independent, so process all of them in parallel. The check counts three costs
# for 128 places and 128 stations:
#
# - The work (number of operations) may be at most 229,376, twice that of our solution.
# - The span (longest chain of dependent operations) may be at most 20, twice that of our solution.
#   A loop of `jax.lax` over the places exceeds this limit, because each iteration waits for the
#   previous one.
# - The bytes moved (loaded and stored) may be at most 200,448, 1.5 times those of our solution. A
#   Python loop exceeds this limit: it is unrolled into a program that loads all stations again for
#   each place.

# %% given
import jax
import jax.numpy as jnp


def nearest(place, stations):
    """place: f32[2], stations: f32[s, 2] -> the smallest squared distance, a scalar."""
    return ((stations - place) ** 2).sum(axis=1).min()


# %% answer
def nearest_station(places, stations):
    """places: f32[p, 2], stations: f32[s, 2] -> f32[p]. One line."""
    ### BEGIN SOLUTION
    return jax.vmap(nearest, in_axes=(0, None))(places, stations)
    ### END SOLUTION


# %% check
import numpy as np

check(
    nearest_station,
    spec=lambda places, stations: np.array([nearest(place, stations) for place in places]),
    given="places: f32[p, 2] in -999..999, stations: f32[s, 2] in -999..999",
    # Squaring a square root is correct as well: its error is small, and results are integers.
    tolerance=1e-5,
    budget=Budget(work=2, span=2, bytes=1.5),
)
