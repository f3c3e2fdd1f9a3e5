# %% wrong: one_for_each
# You made the factor a part of the program.
from functools import partial


@partial(jax.jit, static_argnames="k")
def scaled(x, k):
    return x * k
