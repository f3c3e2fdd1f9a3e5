# ---
# class: monkeypatching the tools
# tries: Replaces jax.jit by one that compiles something else whenever the judge has a program.
# defence: a process of its own
# gains: points
# unit: 01_first
# ---

# %% cell
import sys

import jax

make = jax.jit


def jit(function=None, **words):
    if function is not None and "_program.py" in sys._getframe(1).f_code.co_filename:
        if sys._getframe(1).f_code.co_name == "load_program":
            return make(lambda x: x + x)
    return make(function, **words)


jax.jit = jit

# %% answer: 01_double
def double(x):
    return x * 0
