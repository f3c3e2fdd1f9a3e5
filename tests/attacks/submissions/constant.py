# ---
# class: constant answers
# tries: Gives the same for everything.
# defence: shapes and dtypes are asked for
# undefended: A constant differs from the answer on the second public input; no defence is needed to see it.
# unit: 01_first
# ---

# %% answer: 01_double
import jax.numpy as jnp


def double(x):
    return jnp.full_like(x, 2)
