# tries: Exports successfully and loops forever when its program runs.
# defence: limits on iterations and CPU time of a program
# gains: our failure
# message: Your loop was still running after

# %% answer: 01_double
import jax


def double(x):
    return jax.lax.while_loop(lambda v: (v == v).all(), lambda v: jax.numpy.sort(v) + 1, x)
