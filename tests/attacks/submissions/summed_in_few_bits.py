# ---
# class: narrow dtypes
# tries: Adds up in the inputs' own few bits, right as far as the inputs go.
# defence: sums have a type
# gains: points
# unit: 04_spent
# says: accumulated in bf16
# ---

# %% answer: 05_short_product
import jax.numpy as jnp


def short_product(x, y):
    return (x @ y).astype(jnp.float32)
