# %% wrong: squared
# You squared the entries: 3 becomes 9, and 6 was asked for.
def double(x):
    return x * x


# %% wrong: in_f16
# The result is half precision; the input was `f32`.
import jax.numpy as jnp


def double(x):
    return (2 * x).astype(jnp.float16)


# %% right: sum_of_two
def double(x):
    return x + x
