# tries: Leaves a note in the kernel's session keyring, which all processes of a login session share.
# defence: system call filter
# gains: points
# submissions: 2
# answer: right if FOUND

# %% cell
import ctypes
import platform

ADD_KEY, KEYCTL = (248, 250) if platform.machine() == "x86_64" else (217, 219)
SESSION, SEARCH = -3, 10
libc = ctypes.CDLL(None)
FOUND = libc.syscall(KEYCTL, SEARCH, SESSION, b"user", b"@MARK@", 0) > 0
libc.syscall(ADD_KEY, b"user", b"@MARK@", b"x", ctypes.c_size_t(1), SESSION)
