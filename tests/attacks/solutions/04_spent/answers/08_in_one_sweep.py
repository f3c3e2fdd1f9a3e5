# %% wrong: one_round_after_another
# You wrote all numbers down after each round.
def rounds(x):
    return jax.lax.fori_loop(0, 8, lambda i, now: 2 * jnp.sin(now), x)
