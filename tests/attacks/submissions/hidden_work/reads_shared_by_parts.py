# tries: Multiplies for one customer after another, each of them a slice of an intermediate array.
# defence: slices counted as slices
# gains: points
# earned: 1

# %% answer: 03_serve
import jax.numpy as jnp


def serve(weights, customers):
    return -jnp.stack([(weights * one).sum(1) for one in -customers])
