# tries: Multiplies matrices in the bits of floats, as if this were the computation of an address.
# defence: reinterpreted bits counted as data
# gains: points
# earned: 1
# message: too much work

# %% answer: 04_far_point
import jax.numpy as jnp
import numpy as np
from jax import lax

ONE = np.int32(2 * pow(127, -1, 512))  # the bits of 1.0 are 127 * 2**23; times ONE, 2**24


def far_point(first, second, point):
    rows, columns = (top(lax.bitcast_convert_type(m, jnp.int32) * ONE) for m in (second, first))
    total = 0
    for j in range(len(point)):
        total += top((rows[:, None, j] + columns[None, j, :]) * np.int32(2**23))  # only if both are 1
    return jnp.arange(17.0).at[total].get(mode="promise_in_bounds") @ point


def top(numbers):
    """Return the highest byte of each element."""
    return lax.bitcast_convert_type(numbers, jnp.uint8)[..., 3].astype(jnp.int32)
