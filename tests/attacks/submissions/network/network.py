# tries: Sends its data to a server on the same machine.
# defence: separate network namespace
# gains: the network
# status: passed
# answer: right

# %% cell
import socket

try:
    socket.create_connection(("127.0.0.1", int("@PORT@")), timeout=1).close()
except OSError:
    pass
