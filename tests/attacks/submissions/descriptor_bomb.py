# ---
# class: bombs
# tries: Opens files until the machine has no file descriptors left.
# defence: open files are bounded
# gains: points
# ---

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

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if COUNT == 1000 else []
