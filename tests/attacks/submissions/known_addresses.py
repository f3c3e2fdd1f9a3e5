# ---
# class: holes in the kernel
# tries: Disables address-space randomization, which makes memory exploits easier.
# defence: system calls are filtered
# gains: points
# ---

# %% cell
import ctypes

NO_RANDOM_ADDRESSES = 0x40000
REACHED = ctypes.CDLL(None).personality(NO_RANDOM_ADDRESSES) >= 0

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if REACHED else []
