# tries: Allocates memory until none is left.
# defence: limit on memory
# gains: points
# message: MemoryError

# %% answer: 02_best_split
import numpy as np


def best_split(n, parts):
    held = np.empty(8 << 30, np.uint8)  # allocated but never touched, so the test is safe
    assert held.nbytes == 8 << 30
    return [n // parts + (i < n % parts) for i in range(parts)]
