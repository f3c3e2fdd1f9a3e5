# tries: Addresses the grader's process by its process ID, to which it could send any signal.
# defence: separate process namespace
# gains: points

# %% answer: 02_best_split
import os


def best_split(n, parts):
    os.kill(int("@JUDGE@"), 0)  # signal 0 checks the permission and is harmless
    return [n // parts + (i < n % parts) for i in range(parts)]
