# ---
# title: Compute one training step with fully sharded weights
# kind: sharded
# points: 3
# minutes: 22
# hints:
#   - "For its examples, a device temporarily needs all weights, and for its own rows, an eighth of
#     the summed gradient. Which collective provides each?"
#   - "`all_gather` joins the blocks of `w`. Compute the gradient of your own examples.
#     `psum_scatter` adds up the gradients and leaves each device its own rows."
#   - "`whole = jax.lax.all_gather(w, \"devices\", tiled=True)` gives all weights.
#     `jax.lax.psum_scatter(gradient, \"devices\", tiled=True)` again has the shape of the device's
#     `w` and `v`."
# ---

# %% [markdown]
# Compute one step of gradient descent with momentum on eight devices, where each device stores only
# an eighth of the weights and of the momentum. Return the new weights and the new momentum. (This
# is called *ZeRO* or *fully sharded data parallel*.)
#
# `w` are the weights, `v` the momentum, `x` the examples and `y` their targets.
#
# - The loss is `0.5 * ((x @ w - y) ** 2).sum() / b`, where `b` is the number of *all* examples.
# - The new momentum is `0.5 * v + gradient`.
# - The new weights are `w - 0.25 * v`, with the *new* momentum `v`.
#
# The helper `fully_sharded(shard_fn)` returns a function of the whole arrays. This function runs
# your function `shard_fn(w, v, x, y)` on every device, with an eighth of the rows of each array.
# `shard_fn` returns the device's rows of the new `(w, v)`. The name of the mesh axis is
# `"devices"`. The helper sets `check_vma=False`, so `jax.grad` inside `shard_fn`
# differentiates only the computation of this device.
#
# With `tiled=True`, a collective joins or cuts blocks along an existing axis. Without it, it adds
# or expects a separate axis of length eight.
#
# The check counts three costs for 32 examples, `k = 32` and `n = 4`:
#
# - Each device may send at most 985 bytes, and at most 15 messages one after another, 1.1 times as
#   many as for one `psum` of the gradient.
# - All eight devices together may do at most 28,400 operations, 1.5 times as many as in our
#   solution.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def fully_sharded(shard_fn):
    """Run `shard_fn(w, v, x, y)` on every device, with its rows of all four -> its new (w, v)."""
    spec = P("devices")
    specs = (spec, spec, spec, spec)
    return jax.shard_map(
        shard_fn, mesh=mesh, in_specs=specs, out_specs=(spec, spec), check_vma=False
    )


# %% answer
def momentum_step(w, v, x, y):
    """w, v: f32[k, n], x: f32[b, k], y: f32[b, n] -> (new w, new v); k and b are multiples of 8.

    Five to eight lines.
    """
    ### BEGIN SOLUTION

    def shard_fn(w, v, x, y):
        whole = jax.lax.all_gather(w, "devices", tiled=True)
        gradient = x.T @ (x @ whole - y) / (8 * len(x))
        v = 0.5 * v + jax.lax.psum_scatter(gradient, "devices", tiled=True)
        return w - 0.25 * v, v

    return fully_sharded(shard_fn)(w, v, x, y)
    ### END SOLUTION


# %% check
def plain(w, v, x, y):
    v = 0.5 * v + x.T @ (x @ w - y) / len(x)
    return w - 0.25 * v, v


check(
    momentum_step,
    spec=plain,
    given="""
    w: f32[8*k, n], v: f32[8*k, n], x: f32[8*b, 8*k], y: f32[8*b, n],
    k in 1..4, n in 2..4, b in 1 | 2 | 4
    """,
    budget=Budget(work=1.5, sent=1.1, messages=1.1),
)
