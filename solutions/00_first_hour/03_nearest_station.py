# ---
# title: Write for one place, run for many
# kind: program
# points: 2
# minutes: 8
# hints:
#   - "`nearest` is right for one place. `jax.vmap(nearest, ...)` is a function for many; all you
#     have to say is which argument comes in many."
#   - "`in_axes` has an entry for each argument: 0 if its rows are taken one at a time, `None` if
#     all rows go to everyone. Every place is compared with *all* stations."
#   - "`jax.vmap(nearest, in_axes=(0, None))` is the function. Call it with `places` and
#     `stations`."
# ---

# %% [markdown]
# For each of many places, give the squared distance to the nearest of all stations.
#
# `nearest` does it for one place. No place needs another place's answer, so they can all be worked
# out at the same time. A loop would make them wait; a Python loop, which is written out in full,
# would fetch all stations again for each place. The check counts both.

# %% given
import jax
import jax.numpy as jnp


def nearest(place, stations):
    """place: f32[2], stations: f32[s, 2] -> the smallest squared distance, one number."""
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
    given="places: f32[p, 2] in -9..9, stations: f32[s, 2] in -9..9",
    # A root on the way and a square after it are as good: whole numbers are far apart.
    tolerance=1e-5,
    budget=Budget(work=2, span=2, bytes=1.5),
)
