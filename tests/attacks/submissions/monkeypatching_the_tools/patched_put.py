# tries: Replaces the function that moves inputs onto the device, so that the grader's input has a known value.
# defence: separate process for student code
# gains: points

# %% cell
import sys

import jax

put = jax.device_put


def device_put(array, *words, **more):
    if "/programs/" in sys._getframe(1).f_code.co_filename:
        array = array + array
    return put(array, *words, **more)


jax.device_put = device_put

# %% answer: 01_double
def double(x):
    return x
