# tries: Stores its data in anonymous memory files, which no folder limit and no process limit covers.
# defence: system call filter
# gains: points
# answer: right if HELD > 100 << 20

# %% cell
import os

HELD = 0
try:
    for number in range(3):
        HELD += os.write(os.memfd_create(str(number)), bytes(40 << 20))
except OSError:
    pass
