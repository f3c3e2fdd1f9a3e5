# ---
# class: signals
# tries: Stops its own process, which then neither runs nor ends.
# defence: waiting is bounded
# gains: our failure
# ends: not run
# ---

# %% answer: 02_best_split
import os
import signal


def best_split(n, parts):
    os.kill(os.getpid(), signal.SIGSTOP)
