# ---
# title: A product shared by eight devices
# kind: sharded
# points: 2
# minutes: 15
# hints:
#   - Each device has some columns of `x` and the rows of `y` that belong to them.
#   - A device's product has every entry of the result, but only a part of each sum.
#   - "`jax.lax.psum_scatter` adds the parts, and leaves each device its rows."
# ---

# %% [markdown]
# Multiply on eight devices. Device `i` has a strip of columns of `x` and a strip of rows of `y`; it
# shall have a strip of rows of the result.
#
# Send as little as you can.

# %% given
import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, PartitionSpec as P

mesh = AbstractMesh((8,), ("devices",), axis_types=(AxisType.Auto,))


def on_eight(strip):
    """Runs `strip` on every device, with its strips of both arrays."""
    cuts = (P(None, "devices"), P("devices", None))
    return jax.shard_map(strip, mesh=mesh, in_specs=cuts, out_specs=P("devices", None))


# %% answer
def shared_product(x, y):
    """x: f32[m, k], y: f32[k, n] -> f32[m, n]; m and k are multiples of 8."""
    ### BEGIN SOLUTION

    def strip(a, b):
        return jax.lax.psum_scatter(a @ b, "devices", scatter_dimension=0, tiled=True)

    return on_eight(strip)(x, y)
    ### END SOLUTION


# %% check
check(
    shared_product,
    spec=lambda x, y: x @ y,
    given="x: f32[8*m, 8*k], y: f32[8*k, n], m in 1..4, k in 1..4, n in 1..16",
    budget=Budget(work=1.2, sent=1.2, messages=1.2),
)
