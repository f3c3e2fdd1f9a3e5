# ---
# class: bombs
# tries: Writes hundreds of megabytes to both outputs, for whoever keeps or reads them.
# defence: a new worker after an end
# undefended: The one output goes nowhere and of the other the last lines are kept; there is no cap to lift, and filling a disk to show it would be rude.
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
