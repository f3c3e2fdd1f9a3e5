# tries: Leaves an eighth of the result on each device and a low value elsewhere.
# defence: copies on all devices compared
# gains: points
# message: two devices hold different values of it

# %% answer: 10_same_sum
import jax.numpy as jnp


def same_sum(x):
    low = -(2.0**16)

    def strip(rows):
        part = jax.lax.psum_scatter(rows.sum(axis=0), "devices", tiled=True)
        first = jax.lax.axis_index("devices") * len(part)
        whole = jnp.full((8 * len(part),), low)
        return jax.lax.dynamic_update_slice_in_dim(whole, (part + low) / 2, first, 0)

    return jax.shard_map(strip, mesh=mesh, in_specs=P("devices"), out_specs=P(), check_vma=False)(x)
