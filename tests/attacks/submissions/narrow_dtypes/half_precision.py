# tries: Answers in half precision, which is exact for small integers.
# defence: dtypes checked in results and intermediates
# gains: points
# message: The dtype is wrong.

# %% answer: 01_double
import jax.numpy as jnp


def double(x):
    return (2 * x).astype(jnp.bfloat16)
