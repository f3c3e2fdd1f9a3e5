# tries: Stops the clock that measures its running time.
# defence: separate process for student code
# gains: points
# status: not run
# message: Remove calls of `input()` and long sleeps.

# %% answer: 02_best_split
import time

time.perf_counter = time.monotonic = time.time = lambda: 0.0
SLEPT = []


def best_split(n, parts):
    if not SLEPT:
        SLEPT.append(n)
        time.sleep(5)
    return [n // parts + (i < n % parts) for i in range(parts)]
