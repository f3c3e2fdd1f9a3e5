# ---
# class: bombs
# tries: Asks for memory until there is none left.
# defence: memory is bounded
# gains: points
# says: MemoryError
# ---

# %% answer: 02_best_split
import numpy as np


def best_split(n, parts):
    held = np.empty(8 << 30, np.uint8)  # asked for; never touched, so that this is safe to show
    assert held.nbytes == 8 << 30
    return [n // parts + (i < n % parts) for i in range(parts)]
