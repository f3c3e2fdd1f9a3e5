# ---
# title: Evaluate an ensemble on one image
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "An argument may be a dictionary. Then its entry in `in_axes` is a dictionary with the same
#     keys, with 0 or `None` for each value."
#   - "Each network has its own `w` and `out`, and all share `b`. The image is shared as well."
#   - "`jax.vmap(score, in_axes=({\"w\": 0, \"b\": None, \"out\": 0}, None))` returns a function of
#     `nets` and `image`. The result is the mean of the scores that it returns."
# ---

# %% [markdown]
# Return the mean of the scores that several networks give to one image. Run the networks in
# parallel and load the image once.
#
# Several networks whose results are combined are an *ensemble*. `score` returns the score of one
# network for one image. `nets` is a dictionary with the same keys as the `net` of `score`. `w` and
# `out` have an additional axis 0 for the networks. `b` has none, because all networks share it. The
# check counts three costs for `e = 16`, `h = 2` and `d = 64`:
#
# - The work may be at most 8,482 operations, twice that of our solution.
# - The bytes moved may be at most 11,535, 1.25 times those of our solution.
# - The span (longest chain of dependent operations) may be at most 32, twice that of our solution.

# %% given
import jax
import jax.numpy as jnp


def score(net, image):
    """net: {w: f32[h, d], b: f32[h], out: f32[h]}, image: f32[d] -> f32[]."""
    return jnp.dot(net["out"], jnp.maximum(jnp.dot(net["w"], image) + net["b"], 0))


# %% answer
def ensemble(nets, image):
    """nets: {w: f32[e, h, d], b: f32[h], out: f32[e, h]}, image: f32[d] -> f32[].

    Two lines."""
    ### BEGIN SOLUTION
    scores = jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, None))(nets, image)
    return scores.mean()
    ### END SOLUTION


# %% check
import numpy as np


def plain(nets, image):
    hidden = np.maximum(nets["w"] @ image + nets["b"], 0)
    return (hidden * nets["out"]).sum(axis=1).mean()


check(
    ensemble,
    spec=plain,
    given="nets: {w: f32[e, h, d], b: f32[h], out: f32[e, h]}, image: f32[d], "
    "e in 1..16, h in 1..32, d in 1..64",
    # The mean of integers need not be an integer.
    tolerance=1e-6,
    # In a network of this size, loading the image once for each network takes 1.5 times the bytes.
    budget=Budget(work=2, span=2, bytes=1.25, at={"e": 16, "h": 2, "d": 64}),
)
