# tries: Returns an object that calls one function and has another one compiled.
# defence: every compiled program runs
# gains: points

# %% answer: 02_scaled
import jax
from functools import partial


@partial(jax.jit, static_argnames="k")
def one_for_each(x, k):
    return x * k


other = jax.jit(lambda x, k: x)


class Scaled:
    lower, trace = other.lower, other.trace

    def __call__(self, x, k):
        return one_for_each(x, k)


scaled = Scaled()
