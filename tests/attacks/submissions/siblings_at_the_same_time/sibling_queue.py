# tries: Communicates with a concurrently graded submission through a kernel message queue.
# defence: separate IPC namespace
# gains: points
# siblings: true
# answer: right if MET

# %% cell
import ctypes
import os
import platform
import time

OPEN, UNLINK = (240, 241) if platform.machine() == "x86_64" else (180, 181)
libc = ctypes.CDLL(None)
NEW = os.O_CREAT | os.O_EXCL | os.O_RDWR
MINE = libc.syscall(OPEN, b"@MARK@", NEW, 0o666, None)
if MINE < 0:
    MET = libc.syscall(UNLINK, b"@MARK@") == 0  # a missing queue is the message
else:
    MET = False
    while not MET:
        time.sleep(0.05)
        OTHER = libc.syscall(OPEN, b"@MARK@", os.O_RDWR, 0, None)
        MET = OTHER < 0
        if not MET:
            os.close(OTHER)
