# ---
# class: bombs
# tries: Writes hundreds of megabytes to both output streams, for any process that stores or reads them.
# defence: a new worker after an end
# undefended: One stream is discarded and only the last lines of the other are kept. There is no limit to lift, and the test should not fill a disk.
# ends: passed
# earned: 2
# ---

# %% cell
import os

for _ in range(300):
    os.write(1, b"x" * (1 << 20))
    os.write(2, b"y" * (1 << 20))

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
