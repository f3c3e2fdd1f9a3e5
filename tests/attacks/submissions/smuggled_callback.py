# ---
# class: malformed programs
# tries: Writes a call into its program that names a function of the evaluator's machine.
# defence: custom calls are named ones
# undefended: What the call would reach is the memory of the evaluator, and what becomes of it is chance.
# unit: 01_first
# ends: failed
# ---

# %% answer: 01_double
import jax


def double(x):
    out = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("xla_ffi_python_cpu_callback", out)(x, index=0)
