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


# %% wrong: only_its_own
# Each device has added its own part alone: the sums need the parts of all.
def shared_product(x, y):
    def strip(a, b):
        rows = x.shape[0] // 8
        first = jax.lax.axis_index("devices") * rows
        return jax.lax.dynamic_slice_in_dim(a @ b, first, rows)

    return on_eight(strip)(x, y)


# %% wrong: sum_for_everybody
# Everybody gets the whole sum and keeps an eighth of it: that is twice the bytes.
def shared_product(x, y):
    def strip(a, b):
        rows = x.shape[0] // 8
        first = jax.lax.axis_index("devices") * rows
        return jax.lax.dynamic_slice_in_dim(jax.lax.psum(a @ b, "devices"), first, rows)

    return on_eight(strip)(x, y)


# %% wrong: everything_everywhere
# Each device gathers both arrays: then eight of them do the work of one.
def shared_product(x, y):
    def strip(a, b):
        x_whole = jax.lax.all_gather(a, "devices", axis=1, tiled=True)
        y_whole = jax.lax.all_gather(b, "devices", axis=0, tiled=True)
        rows = x.shape[0] // 8
        first = jax.lax.axis_index("devices") * rows
        return jax.lax.dynamic_slice_in_dim(x_whole @ y_whole, first, rows)

    return on_eight(strip)(x, y)


# %% wrong: one_device
# That is a program of one device.
def shared_product(x, y):
    return x @ y


# %% right: around_the_ring
def shared_product(x, y):
    def strip(a, b):
        rows = x.shape[0] // 8
        me = jax.lax.axis_index("devices")
        around = [(device, (device + 1) % 8) for device in range(8)]
        parts = (a @ b).reshape(8, rows, -1)
        total = jnp.zeros_like(parts[0])
        for step in range(8):
            total = total + parts[(me - 1 - step) % 8]
            if step < 7:
                total = jax.lax.ppermute(total, "devices", around)
        return total

    return on_eight(strip)(x, y)
