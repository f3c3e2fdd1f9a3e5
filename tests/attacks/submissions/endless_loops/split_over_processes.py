# tries: Distributes its loop over child processes, so that no single process runs for long.
# defence: CPU time of all child processes counted
# gains: points
# status: not run
# message: Look for an endless loop.

# %% answer: 02_best_split
import os
import time


def best_split(n, parts):
    if not hasattr(best_split, "done"):
        best_split.done = True
        child = os.fork()
        begun = time.process_time()
        while time.process_time() < begun + 2:
            pass
        if not child:
            os._exit(0)
        os.waitpid(child, 0)
    return [n // parts + (i < n % parts) for i in range(parts)]
