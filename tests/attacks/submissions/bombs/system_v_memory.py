# tries: Allocates memory in System V segments, which stay after they are detached and are charged to no process.
# defence: system calls are filtered
# gains: points
# answer: right if SEGMENT >= 0

# %% cell
import ctypes

libc = ctypes.CDLL(None)
PRIVATE, CREATE, REMOVE = 0, 0o1600, 0
SEGMENT = libc.shmget(PRIVATE, ctypes.c_size_t(100 << 20), CREATE)  # allocated but never touched
if SEGMENT >= 0:
    libc.shmctl(SEGMENT, REMOVE, None)
