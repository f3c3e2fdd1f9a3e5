# ---
# class: bombs
# tries: Stores its data in anonymous memory files, which no folder limit and no process limit covers.
# defence: system calls are filtered
# gains: points
# ---

# %% cell
import os

HELD = 0
try:
    for number in range(3):
        HELD += os.write(os.memfd_create(str(number)), bytes(40 << 20))
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if HELD > 100 << 20 else []
