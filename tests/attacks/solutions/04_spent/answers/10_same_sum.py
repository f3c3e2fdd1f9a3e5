# %% wrong: its_own
# Each device has the sum of its own rows.
def same_sum(x):
    def strip(rows):
        return rows.sum(axis=0)

    return jax.shard_map(strip, mesh=mesh, in_specs=P("devices"), out_specs=P(), check_vma=False)(x)


# %% wrong: gathered
# Each device fetches all rows.
def same_sum(x):
    def strip(rows):
        return jax.lax.all_gather(rows, "devices", tiled=True).sum(axis=0)

    return jax.shard_map(strip, mesh=mesh, in_specs=P("devices"), out_specs=P(), check_vma=False)(x)
