# ---
# title: Follow the list once, and lay it out straight
# kind: program
# points: 2
# minutes: 12
# hints:
#   - "Where are you after one step, and after two? What do you keep on the way?"
#   - "The carry is your place. Each turn keeps `values[place]` and goes on to `following[place]`.
#     There are as many turns as entries."
#   - "`jax.lax.scan(step, 0, values)` with a `step(place, _)` that returns `following[place]` and
#     `values[place]`. `scan` takes an entry of `values` in each turn; do not look at it."
# ---

# %% [markdown]
# Follow a list through memory once, and return its values in the order in which you met them, so
# that everybody after you can stream.
#
# Begin at place 0. From place `p` the list goes on to place `following[p]`. It is one cycle
# through all `n` places, so after `n` steps you are back. The first value is `values[0]`.

# %% given
import jax
import jax.numpy as jnp


# %% answer
def straighten(values, following):
    """values: f32[n], following: i32[n] -> f32[n]. Three or four lines."""

    ### BEGIN SOLUTION
    def step(place, _):
        return following[place], values[place]

    return jax.lax.scan(step, 0, values)[1]
    ### END SOLUTION


# %% check
import numpy as np


def followed(values, following):
    place, met = 0, []
    for _ in values:
        met.append(values[place])
        place = int(following[place])
    return np.array(met)


def one_cycle(drawn):
    order = np.argsort(drawn, kind="stable")
    following = np.zeros_like(drawn)
    following[order] = np.roll(order, -1)
    return following


def a_list(draw):
    n = draw.pick([1, 2, 5, 9, 16, 33])
    values = draw.array("f32", (n,), -9, 9)
    return values, draw.array("i32", (n,), 0, 10**6, then=one_cycle)


check(straighten, spec=followed, given=a_list)
