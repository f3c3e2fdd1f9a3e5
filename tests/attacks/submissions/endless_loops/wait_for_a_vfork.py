# tries: Waits for a child through vfork, which the kernel reports like a wait for a slow disk.
# defence: wait for a child counted as idle time
# gains: our failure
# status: not run
# message: Remove calls of `input()` and long sleeps.

# %% answer: 02_best_split
import ctypes
import time


def best_split(n, parts):
    ctypes.CDLL(None).vfork()
    time.sleep(10_000)
