# tries: Carries an array through a loop as complex numbers, two elements in each.
# defence: registers counted by the size of a scalar
# gains: points
# earned: 1

# %% answer: 08_in_one_sweep
import jax
import jax.numpy as jnp


def rounds(x):
    pairs = tuple(jax.lax.complex(x[i], x[i + 1]) for i in range(0, 64, 2))

    def turn(i, now):
        return tuple(jax.lax.complex(2 * jnp.sin(z.real), 2 * jnp.sin(z.imag)) for z in now)

    ends = jax.lax.fori_loop(0, 8, turn, pairs)
    return jnp.stack([part for z in ends for part in (z.real, z.imag)])
