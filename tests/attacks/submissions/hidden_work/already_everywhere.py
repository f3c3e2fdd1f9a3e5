# tries: Replicates the arrays on every device from the start, so that no communication is needed.
# defence: sharding of arrays checked
# gains: points
# message: The arrays are not sharded as the task requires.

# %% answer: 03_shared_product
def shared_product(x, y):
    def strip(a, b):
        rows = x.shape[0] // 8
        first = jax.lax.axis_index("devices") * rows
        return jax.lax.dynamic_slice_in_dim(a, first, rows) @ b

    return jax.shard_map(strip, mesh=mesh, in_specs=(P(), P()), out_specs=P("devices"))(x, y)
