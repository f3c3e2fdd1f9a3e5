# tries: Compiles in every call a program whose text is the same each time.
# defence: new jitted functions exported again
# gains: points
# earned: 1
# message: compiled too often. Each call jits a new function, or passes a new object

# %% answer: 02_scaled
def scaled(x, k):
    return jax.jit(lambda numbers, by: numbers * by)(x, k)
