# tries: Disables address-space randomization, which makes memory exploits easier.
# defence: system calls are filtered
# gains: points
# answer: right if REACHED

# %% cell
import ctypes

NO_RANDOM_ADDRESSES = 0x40000
REACHED = ctypes.CDLL(None).personality(NO_RANDOM_ADDRESSES) >= 0
