# ---
# title: Compute one training step with data parallelism
# kind: sharded
# points: 2
# minutes: 18
# hints:
#   - "First write the step for one device. Which of its values are sums over all examples?"
#   - "The gradient is a sum over the examples, divided by the number of *all* examples. Each device
#     can add up its own examples."
#   - "`gradient = x.T @ (x @ w - y) / (8 * len(x))` is the contribution of one device, and
#     `jax.lax.psum(gradient, \"devices\")` is the gradient."
# ---

# %% [markdown]
# Compute one step of gradient descent on eight devices, each with its own examples. Return the
# weights that one device with the whole batch would compute. Every device must have them at the
# end.
#
# The loss is `0.5 * ((x @ w - y) ** 2).sum() / b`, where `b` is the number of *all* examples (the
# rows of `x` and `y` before they are divided). The learning rate is 0.25.
#
# The helper `data_parallel(shard_fn)` returns a function of the whole arrays. Define
# `shard_fn(w, x, y)` in `same_step`, and return `data_parallel(shard_fn)(w, x, y)`. The helper runs
# `shard_fn` on every device. There, `w` is whole, and `x` and `y` contain an eighth of the rows.
# The name of the mesh axis is `"devices"`. The helper sets `check_vma=False`, so every device has
# its own value of each variable, and `jax.grad` inside `shard_fn` differentiates only the
# computation of this device.
#
# The check counts three costs for 32 examples, `k = 32` and `n = 4`:
#
# - Each device may send at most 1,075 bytes, and at most 16 messages one after another, 1.2 times
#   as many as in our solution.
# - All eight devices together may do at most 30,720 operations, 1.5 times as many as in our
#   solution.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def data_parallel(shard_fn):
    """Run `shard_fn(w, x, y)` on every device: all of w, rows of x and y -> all of the new w."""
    specs = (P(), P("devices"), P("devices"))
    return jax.shard_map(shard_fn, mesh=mesh, in_specs=specs, out_specs=P(), check_vma=False)


# %% answer
def same_step(w, x, y):
    """w: f32[k, n], x: f32[b, k], y: f32[b, n] -> f32[k, n]; k and b are multiples of 8.

    Three to six lines.
    """
    ### BEGIN SOLUTION

    def shard_fn(w, x, y):
        gradient = x.T @ (x @ w - y) / (8 * len(x))
        return w - 0.25 * jax.lax.psum(gradient, "devices")

    return data_parallel(shard_fn)(w, x, y)
    ### END SOLUTION


# %% check
def plain(w, x, y):
    return w - 0.25 * x.T @ (x @ w - y) / len(x)


check(
    same_step,
    spec=plain,
    given="w: f32[8*k, n], x: f32[8*b, 8*k], y: f32[8*b, n], k in 1..4, n in 1..4, b in 1 | 2 | 4",
    budget=Budget(work=1.5, sent=1.2, messages=1.2),
)
