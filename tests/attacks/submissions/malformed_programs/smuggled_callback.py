# tries: Writes a custom call into its program that names a function on the evaluator's machine.
# defence: only known custom calls
# undefended: The call would reach the evaluator's memory, with unpredictable effects.

# %% answer: 01_double
import jax


def double(x):
    out = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("xla_ffi_python_cpu_callback", out)(x, index=0)
