# tries: Multiplies for one customer after another, in reductions that appear to share one read of the weights.
# defence: operands of a reduction read separately
# gains: points
# earned: 1

# %% answer: 03_serve
import jax.numpy as jnp


def serve(weights, customers):
    return jnp.stack([(weights * one).sum(1) for one in customers])
