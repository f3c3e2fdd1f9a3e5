# tries: Returns the same value for every input.
# defence: shapes and dtypes are asked for
# undefended: A constant differs from the correct answer on the second public input, so no special defence is needed.

# %% answer: 01_double
import jax.numpy as jnp


def double(x):
    return jnp.full_like(x, 2)
