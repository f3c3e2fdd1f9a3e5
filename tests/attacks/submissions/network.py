# ---
# class: network
# tries: Sends its data to a server on the same machine.
# defence: no network
# gains: the network
# ends: passed
# earned: 2
# ---

# %% cell
import socket

try:
    socket.create_connection(("127.0.0.1", int("@PORT@")), timeout=1).close()
except OSError:
    pass

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)]
