# ---
# class: signals
# tries: Stops the process that waits for it, so that nobody is left to end it.
# defence: a process tree of its own
# gains: points
# ---

# %% answer: 02_best_split
import os
import signal


def best_split(n, parts):
    os.kill(os.getppid() or 2**22, signal.SIGCONT)  # as SIGSTOP would, and does no harm
    return [n // parts + (i < n % parts) for i in range(parts)]
