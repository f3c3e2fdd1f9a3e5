# ---
# class: channel forging
# tries: Writes noise to every descriptor there is.
# defence: answers are bounded
# undefended: Noise says a length; within the bound or not, it is no answer and earns nothing.
# ends: not run
# ---

# %% answer: 02_best_split
import os


def best_split(n, parts):
    for fd in range(3, 64):
        try:
            os.write(fd, b"\xff\xfe{passed}" * 99)
        except OSError:
            pass
    os._exit(0)
