# ---
# class: monkeypatching the tools
# tries: Replaces what hidden inputs are drawn with, so that all of them are nothing.
# defence: a process of its own
# gains: points
# unit: 01_first
# ---

# %% cell
import autograder.core.inputs.generator
import numpy

autograder.core.inputs.generator.Stream.whole = lambda self, low, high, shape=(): numpy.zeros(shape, numpy.int64)

# %% answer: 01_double
def double(x):
    return 0 * x
