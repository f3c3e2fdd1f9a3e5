# tries: Starts processes until the machine cannot start any more.
# defence: limit on the number of processes
# gains: points
# status: not run
# message: more memory or processes

# %% answer: 02_best_split
import os
import time


def best_split(n, parts):
    made = []
    while len(made) < 200:
        child = os.fork()
        if not child:
            time.sleep(60)
            os._exit(0)
        made.append(child)
    time.sleep(1)
    for child in made:
        os.kill(child, 9)
        os.waitpid(child, 0)
    globals()["best_split"] = again
    return again(n, parts)


def again(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
