# tries: Replaces the program text that JAX returns with that of the reference solution.
# defence: separate process for student code
# gains: points

# %% cell
import gc

import jax

real = jax.stages.Lowered.as_text


def as_text(lowered, *anything):
    asked = [jax.ShapeDtypeStruct(info.shape, info.dtype) for info in lowered.args_info[0]]
    checks = (thing for thing in gc.get_objects() if type(thing).__name__ == "Check")
    right = next(check.reference for check in checks if "double" in check.names)
    return real(jax.jit(right).trace(*asked).lower(lowering_platforms=("cpu", "cuda")))


jax.stages.Lowered.as_text = as_text

# %% answer: 01_double
def double(x):
    return x * 0
