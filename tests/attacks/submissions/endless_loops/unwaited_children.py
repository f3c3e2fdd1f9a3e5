# tries: Loops in child processes that it never waits for, whose time the kernel forgets when they end.
# defence: CPU time of ended processes counted
# gains: our failure
# status: not run
# message: Look for an endless loop.

# %% answer: 02_best_split
import os
import signal
import time


def best_split(n, parts):
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        if os.fork() == 0:
            begun = time.process_time()
            while time.process_time() < begun + 1:
                pass
            os._exit(0)
        try:
            os.wait()
        except ChildProcessError:
            pass
