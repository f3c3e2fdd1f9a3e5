# ---
# class: bombs
# tries: Answers with a list that has more rows than anybody counts, and no number that takes a byte to send.
# defence: data is bounded
# undefended: The judge would count rows and never end.
# ends: failed
# says: an array of no numbers has too many rows
# ---

# %% answer: 02_best_split
import numpy as np


def best_split(n, parts):
    return np.zeros((1 << 50, 0))
