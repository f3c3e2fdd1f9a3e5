# tries: Returns an array of twenty-four megabytes for every input, which the grader would store.
# defence: limit on the size of results
# gains: the judge's time
# message: many times larger than expected

# %% answer: 01_double
import jax.numpy as jnp


def double(x):
    return jnp.zeros(6 << 20) + x.sum()
