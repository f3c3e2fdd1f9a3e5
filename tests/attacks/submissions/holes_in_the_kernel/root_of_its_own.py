# tries: Becomes root in a user namespace of its own, from which most kernel exploits start.
# defence: system call filter
# gains: points
# answer: right if REACHED

# %% cell
import ctypes
import os

NEW_USER = 0x10000000
child = os.fork()
if not child:  # only a process without threads may do this
    os._exit(ctypes.CDLL(None).unshare(NEW_USER) != 0)
REACHED = os.waitpid(child, 0)[1] == 0
