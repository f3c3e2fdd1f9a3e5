# tries: Computes two products whose operands differ only in the payload bits of a NaN.
# defence: NaN constants compared by their bits
# gains: points
# earned: 1

# %% answer: 06_gates
import jax
import jax.numpy as jnp
import numpy as np


def gates(x, h, w, u):
    size = max(len(w), len(u))

    def product(bits):
        nan = jax.lax.optimization_barrier(np.uint32(bits).view(np.float32))
        quiet = jax.lax.bitcast_convert_type(nan, jnp.int32) >= 0x7FC00000
        left = jnp.where(quiet, wide(x, 1), wide(h, 1))
        return left @ jnp.where(quiet, wide(w, 0), wide(u, 0))

    def wide(array, axis):
        room = [(0, 0), (0, 0)]
        room[axis] = (0, size - array.shape[axis])
        return jnp.pad(array, room)

    return product(0x7F800001) + product(0x7FC00001)
