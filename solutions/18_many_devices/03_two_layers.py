# ---
# title: Two layers, one sum
# kind: sharded
# points: 2
# minutes: 18
# hints:
#   - "Each device has some of the hidden numbers, whole: nothing is missing to take their
#     `maximum`. Which product has sums that are spread over the devices?"
#   - "A device's hidden numbers and its rows of `w` give every entry of the result, but only a part
#     of each sum."
#   - "`jax.lax.psum(part, \"devices\")` adds up the parts; each device has the result then."
# ---

# %% [markdown]
# Two layers on eight devices, `maximum(x @ v, 0) @ w`: each device has an eighth of the weights,
# and all get the whole result.
#
# Each device has all of `x`, a strip of columns of `v`, and the strip of rows of `w` that belongs
# to them. Allowed are a fifth more bytes, messages and work than it takes, counted where the
# weights are larger than the result. The helper `tensor_parallel` lays the arrays out; what you
# write is what each device does with its strips. The axis of the devices is called `"devices"`.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def tensor_parallel(strip):
    """Runs `strip(x, v, w)` on every device: all of x, columns of v, rows of w -> all sums."""
    cuts = (P(), P(None, "devices"), P("devices", None))
    return jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=P(), check_vma=False)


# %% answer
def two_layers(x, v, w):
    """x: f32[m, k], v: f32[k, h], w: f32[h, n] -> f32[m, n]; m and h are multiples of 8.

    Three to five lines.
    """
    ### BEGIN SOLUTION

    def strip(x, v, w):
        hidden = jnp.maximum(x @ v, 0)
        return jax.lax.psum(hidden @ w, "devices")

    return tensor_parallel(strip)(x, v, w)
    ### END SOLUTION


# %% check
import numpy as np

check(
    two_layers,
    spec=lambda x, v, w: np.maximum(x @ v, 0) @ w,
    given="""
    x: f32[8*m, k], v: f32[k, 8*h], w: f32[8*h, n],
    m in 1..4, k in 2..32, h in 1..8, n in 2..16
    """,
    budget=Budget(work=1.2, sent=1.2, messages=1.2),
)
