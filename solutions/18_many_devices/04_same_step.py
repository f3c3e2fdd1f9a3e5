# ---
# title: A step that nobody can tell from one device's
# kind: sharded
# points: 2
# minutes: 18
# hints:
#   - "Write the step of one device first. Which of its numbers are sums over all examples?"
#   - "The gradient is a sum over the examples, divided by how many there are *in all*. Each device
#     can add up its own examples."
#   - "`gradient = x.T @ (x @ w - y) / (8 * len(x))` is a device's share of it;
#     `jax.lax.psum(gradient, \"devices\")` is the gradient."
# ---

# %% [markdown]
# One step of gradient descent on eight devices, each with its own examples: all end with the
# weights that one device with the whole batch would have.
#
# The loss is `0.5 * ((x @ w - y) ** 2).sum() / b`, where `b` is the number of *all* examples, the
# rows of `x` and `y`; the rate is 0.25. Each device has all of `w` and an eighth of the examples.
# Allowed are a fifth more bytes and messages than it takes, and half as much work again.
#
# The axis of the devices is called `"devices"`. The helper `data_parallel` sets `check_vma=False`:
# a value on one device is that device's alone, and `jax.grad` inside differentiates what stands
# there, for this device.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def data_parallel(strip):
    """Runs `strip(w, x, y)` on every device: all of w, rows of x and y -> all of the new w."""
    cuts = (P(), P("devices"), P("devices"))
    return jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=P(), check_vma=False)


# %% answer
def same_step(w, x, y):
    """w: f32[k, n], x: f32[b, k], y: f32[b, n] -> f32[k, n]; k and b are multiples of 8.

    Three to six lines.
    """
    ### BEGIN SOLUTION

    def strip(w, x, y):
        gradient = x.T @ (x @ w - y) / (8 * len(x))
        return w - 0.25 * jax.lax.psum(gradient, "devices")

    return data_parallel(strip)(w, x, y)
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
