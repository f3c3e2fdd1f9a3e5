# tries: Reads all files that the grader has left open.
# defence: inherited file descriptors closed
# gains: the secret

# %% answer: 02_best_split
import os


def best_split(n, parts):
    for number in range(3, 64):
        try:
            if text := os.pread(number, 200, 0):
                raise ValueError(text.decode())
        except OSError:
            continue
    return []
