# tries: Alternates between sleeping and working, so that it is neither idle nor expensive.
# defence: limit on idle time per step
# gains: our failure
# status: not run

# %% answer: 02_best_split
import time


def best_split(n, parts):
    while True:
        time.sleep(0.3)
        begun = time.process_time()
        while time.process_time() < begun + 0.02:
            pass
