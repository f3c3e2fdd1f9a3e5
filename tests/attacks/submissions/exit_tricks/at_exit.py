# tries: Waits for the process to exit and then starts another one that keeps running.
# defence: separate process namespace
# gains: a process
# status: passed
# answer: right

# %% cell
import os
import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
gone, going = os.pipe()  # closed by the new process once it is independent
if os.fork() == 0:
    os.setsid()
    for fd in range(3, 64):
        try:
            os.close(fd)
        except OSError:
            pass
    os.execv("/bin/sh", ["sh", "-c", "sleep 600; : @MARK@"])
os.close(going)
os.read(gone, 1)
