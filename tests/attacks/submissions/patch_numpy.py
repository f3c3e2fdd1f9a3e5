# ---
# class: comparison patching
# tries: Makes every distance between two arrays less than nothing.
# defence: a process of its own
# gains: points
# unit: 01_first
# ---

# %% cell
import numpy

numpy.abs = numpy.absolute = lambda x, *rest, **words: numpy.zeros(numpy.shape(x)) - 1.0

# %% answer: 01_double
def double(x):
    return 0 * x
