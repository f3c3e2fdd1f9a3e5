# tries: Connects to a service of the host through an abstract socket name, as desktop services use.
# defence: separate network namespace
# gains: the network
# status: passed
# answer: right

# %% cell
import socket

with socket.socket(socket.AF_UNIX) as call:
    try:
        call.connect("\0@MARK@-ear")
    except OSError:
        pass
