# ---
# class: holes in the kernel
# tries: Opens a netlink socket to kernel services that have had many security holes.
# defence: system calls are filtered
# gains: points
# ---

# %% cell
import socket

try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
    REACHED = True
except OSError:
    REACHED = False

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if REACHED else []
