# tries: Opens a netlink socket to kernel services that have had many security holes.
# defence: system calls are filtered
# gains: points
# answer: right if REACHED

# %% cell
import socket

try:
    socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0).close()
    REACHED = True
except OSError:
    REACHED = False
