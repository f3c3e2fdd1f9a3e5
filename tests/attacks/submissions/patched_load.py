# ---
# class: monkeypatching the tools
# tries: Replaces what JAX makes of an exported program by what the reference would have given.
# defence: a process of its own
# gains: points
# unit: 01_first
# ---

# %% cell
import gc

import jax.export

real = jax.export.deserialize


def deserialize(artifact, *anything):
    asked = real(artifact, *anything)
    checks = (thing for thing in gc.get_objects() if type(thing).__name__ == "Check")
    right = next(check.reference for check in checks if "double" in check.names)
    return jax.export.export(jax.jit(right), platforms=asked.platforms)(*asked.in_avals)


jax.export.deserialize = deserialize

# %% answer: 01_double
def double(x):
    return x * 0
