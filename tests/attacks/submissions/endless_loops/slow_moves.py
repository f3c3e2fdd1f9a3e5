# tries: Copies sixty megabytes in every iteration of a loop that computes nothing.
# defence: limit on the bytes that a program copies
# gains: our failure
# message: bytes; the limit is

# %% answer: 01_double
import jax
import jax.numpy as jnp


def double(x):
    places = jnp.arange(1 << 24) * 7919 % (1 << 24)

    def turn(i, held):
        return held.at[places].set(held[0] + 1.0)

    held = jax.lax.fori_loop(0, 500, turn, jnp.zeros(1 << 24))
    return 2 * x + 0 * held[0]
