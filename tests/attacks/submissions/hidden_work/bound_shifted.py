# tries: Runs a loop whose bound depends on an arithmetic right shift of an unsigned integer.
# defence: exact evaluation of folded constants and loop counts
# gains: points
# earned: 2

# %% answer: 02_move_points
import jax.numpy as jnp
import numpy as np
from jax import lax


def move_points(matrix, points):
    moved = points @ matrix[:3, :3].T + matrix[:3, 3]
    high = lax.optimization_barrier(np.uint32(1 << 31))
    ones = lax.shift_right_arithmetic(high, np.uint32(31))
    bound = lax.bitwise_and(ones, np.uint32(2)) // 2
    return lax.fori_loop(np.uint32(0), bound, lambda i, x: waste(x), moved)


def waste(x):
    for _ in range(20):
        x = x + 0 * jnp.sin(x)
    return x
