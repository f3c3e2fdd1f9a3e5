# tries: Returns a list with an enormous number of empty rows, which take no bytes to send.
# defence: data is bounded
# undefended: The grader would count rows forever.
# says: an array of no numbers has too many rows

# %% answer: 02_best_split
import numpy as np


def best_split(n, parts):
    return np.zeros((1 << 50, 0))
