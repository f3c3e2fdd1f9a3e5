# tries: Stays below the limit in every call and exhausts the machine over many calls.
# defence: limit on total CPU time
# gains: points
# status: not run
# message: together took more than 4 s of CPU time

# %% answer: 02_best_split
import time

CALLS = []


def best_split(n, parts):
    CALLS.append(n)
    begun = time.process_time()
    while len(CALLS) <= 4 and time.process_time() < begun + 1.2:
        pass
    return [n // parts + (i < n % parts) for i in range(parts)]
