# tries: Replaces the function that draws hidden inputs, so that all of them are zero.
# defence: separate process for student code
# gains: points

# %% cell
import autograder.core.inputs.generator
import numpy

autograder.core.inputs.generator.Stream.whole = lambda self, low, high, shape=(): numpy.zeros(shape, numpy.int64)

# %% answer: 01_double
def double(x):
    return 0 * x
