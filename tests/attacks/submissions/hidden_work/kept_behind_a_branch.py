# tries: Stores large arrays in the branch that the data always select.
# defence: branch with the highest peak counted
# gains: points
# earned: 1
# message: too many bytes are in memory at once

# %% answer: 07_one_at_a_time
import jax.numpy as jnp
from jax import lax


def squares(a, many):
    def all_at_once(a, many):
        return ((a @ many) ** 2).sum(0)

    def one_by_one(a, many):
        return lax.scan(lambda total, b: (total + (a @ b) ** 2, None), jnp.zeros_like(a), many)[0]

    return lax.cond(a[0, 0] < 99, all_at_once, one_by_one, a, many)
