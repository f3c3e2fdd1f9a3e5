# tries: Opens files until the machine has no file descriptors left.
# defence: limit on open files
# gains: points
# answer: right if COUNT == 1000

# %% cell
import os

OPEN = []
try:
    while len(OPEN) < 1000:
        OPEN.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    pass
COUNT = len(OPEN)
for fd in OPEN:
    os.close(fd)
