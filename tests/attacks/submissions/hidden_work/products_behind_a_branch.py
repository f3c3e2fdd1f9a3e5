# tries: Multiplies in the branch that has less work, and that the data always select.
# defence: most expensive branch counted for every operation
# gains: points
# earned: 1
# message: too many array products

# %% answer: 06_gates
import jax.numpy as jnp
from jax import lax


def gates(x, h, w, u):
    def twice(x, h, w, u):
        return x @ w + h @ u

    def once(x, h, w, u):
        return lax.fori_loop(0, 100, lambda _, y: jnp.sin(y), x @ w)

    return lax.cond(x[0, 0] < 99, twice, once, x, h, w, u)
