# tries: Does its work in a single iteration that an average over all iterations does not reveal.
# defence: most expensive branch counted in an average
# gains: points
# earned: 2

# %% answer: 02_move_points
import jax.numpy as jnp
from jax import lax


def move_points(matrix, points):
    moved = points @ matrix[:3, :3].T + matrix[:3, 3]
    zero = (matrix[0, 0] * 0).astype(jnp.int32)  # known only at run time

    def outer(turn, held):
        often = jnp.where(turn == 0, 40, 0) + zero
        return lax.fori_loop(0, often, lambda _, x: lax.cond(turn == 0, waste, same, x), held)

    return lax.fori_loop(0, 100, outer, moved)


def waste(x):
    return x + 0 * jnp.sin(x)


def same(x):
    return x
