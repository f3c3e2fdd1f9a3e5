# tries: Replicates all inputs on every device and returns one more result than it declares.
# defence: all results and their layouts compared
# gains: points
# message: The arrays are not sharded as the task requires.

# %% answer: 03_shared_product
from dataclasses import replace

from autograder.runner.sandbox.inside import worker

made = worker.EXPORTERS["case"]
worker.EXPORTERS["case"] = lambda function, signature: replace(made(function, signature), tree=0)


def shared_product(x, y):
    def strip(a, b):
        rows = x.shape[0] // 8
        first = jax.lax.axis_index("devices") * rows
        return jax.lax.dynamic_slice_in_dim(a, first, rows) @ b, jnp.zeros(8)

    specs = P("devices"), P("devices")
    return jax.shard_map(strip, mesh=mesh, in_specs=(P(), P()), out_specs=specs)(x, y)
