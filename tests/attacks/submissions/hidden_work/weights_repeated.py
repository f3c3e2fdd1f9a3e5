# tries: Multiplies each customer by its own copy of the weights, which is only a broadcast view.
# defence: broadcast operands of a product stored in memory
# gains: points
# earned: 1

# %% answer: 03_serve
import jax.numpy as jnp


def serve(weights, customers):
    each = jnp.broadcast_to(weights, (len(customers), *weights.shape))
    return jnp.einsum("bij,bj->bi", each, customers)
