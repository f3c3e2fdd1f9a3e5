# tries: Carries an array through a loop as scalars, as if there were a register for each.
# defence: limit on the registers of a loop
# gains: points
# earned: 1

# %% answer: 08_in_one_sweep
import jax
import jax.numpy as jnp


def rounds(x):
    numbers = tuple(x[i] for i in range(64))
    turn = lambda i, now: tuple(2 * jnp.sin(one) for one in now)
    return jnp.stack(jax.lax.fori_loop(0, 8, turn, numbers))
