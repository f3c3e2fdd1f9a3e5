# tries: Patches NumPy so that every distance between two arrays is negative.
# defence: separate process for student code
# gains: points

# %% cell
import numpy

numpy.abs = numpy.absolute = lambda x, *rest, **words: numpy.zeros(numpy.shape(x)) - 1.0

# %% answer: 01_double
def double(x):
    return 0 * x
