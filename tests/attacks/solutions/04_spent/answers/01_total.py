# %% wrong: one_after_another
# You added one number after another.
def total(x):
    return jax.lax.scan(lambda so_far, number: (so_far + number, None), 0.0, x)[0]
