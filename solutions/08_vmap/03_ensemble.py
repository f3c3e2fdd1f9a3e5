# ---
# title: One photo, many networks
# kind: program
# points: 1
# minutes: 8
# hints:
#   - "An argument may be a dict. Its entry in `in_axes` is then a dict of the same form, with 0 or
#     `None` for each part."
#   - "Each network has its own `w` and `out`, and all share `b`. The photo goes whole to everyone."
#   - "`jax.vmap(score, in_axes=({\"w\": 0, \"b\": None, \"out\": 0}, None))` is a function of
#     `nets` and `photo`; the answer is the mean of what it gives."
# ---

# %% [markdown]
# Show one photo to many networks at once, fetching it once, and give the mean of their scores.
#
# `nets` holds them as `score` wants one of them, a dict, with an axis 0 for the networks: `w` and
# `out` have it; `b` has not, for they share it. `score` is one network on one photo. Several
# networks that vote are an *ensemble*.

# %% given
import jax
import jax.numpy as jnp


def score(net, photo):
    """net: {w: f32[h, d], b: f32[h], out: f32[h]}, photo: f32[d] -> one number."""
    return jnp.dot(net["out"], jnp.maximum(jnp.dot(net["w"], photo) + net["b"], 0))


# %% answer
def ensemble(nets, photo):
    """nets: {w: f32[e, h, d], b: f32[h], out: f32[e, h]}, photo: f32[d] -> one number.

    Two lines."""
    ### BEGIN SOLUTION
    scores = jax.vmap(score, in_axes=({"w": 0, "b": None, "out": 0}, None))(nets, photo)
    return scores.mean()
    ### END SOLUTION


# %% check
import numpy as np


def plain(nets, photo):
    hidden = np.maximum(nets["w"] @ photo + nets["b"], 0)
    return (hidden * nets["out"]).sum(axis=1).mean()


check(
    ensemble,
    spec=plain,
    given="nets: {w: f32[e, h, d], b: f32[h], out: f32[e, h]}, photo: f32[d], "
    "e in 1..16, h in 1..32, d in 1..64",
    # A mean divides: what is whole before it need not be so after.
    tolerance=1e-6,
    # A network as small as this fetches half as much again if it fetches the photo for itself.
    budget=Budget(work=2, span=2, bytes=1.25, at={"e": 16, "h": 2, "d": 64}),
)
