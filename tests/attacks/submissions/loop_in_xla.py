# ---
# class: endless loops
# tries: Exports well, and never ends where it is run.
# defence: processor time is bounded
# gains: our failure
# unit: 01_first
# ends: not run
# says: Look for a loop that never ends.
# ---

# %% answer: 01_double
import jax


def double(x):
    return jax.lax.while_loop(lambda v: (v == v).all(), lambda v: v + 1, x)
