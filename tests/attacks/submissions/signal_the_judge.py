# ---
# class: signals
# tries: Reaches the judge's process by its number, to which it could send any signal.
# defence: a process tree of its own
# gains: points
# ---

# %% answer: 02_best_split
import os


def best_split(n, parts):
    os.kill(int("@JUDGE@"), 0)  # 0 asks whether one may, and does no harm
    return [n // parts + (i < n % parts) for i in range(parts)]
