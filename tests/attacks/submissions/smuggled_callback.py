# ---
# class: malformed programs
# tries: Has the export's own checks let through a call that names a function of the evaluator's machine.
# defence: custom calls are named ones
# undefended: What the call would reach is the memory of the evaluator, and what becomes of it is chance.
# unit: 01_first
# ends: failed
# ---

# %% answer: 01_double
import jax
from jax._src.export import _export

_export._check_module = lambda *anything, **words: False


def double(x):
    out = jax.ShapeDtypeStruct(x.shape, x.dtype)
    return jax.ffi.ffi_call("xla_ffi_python_cpu_callback", out)(x, index=0)
