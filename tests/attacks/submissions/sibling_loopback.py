# ---
# class: siblings at the same time
# tries: Communicates with a concurrently graded submission through a loopback address.
# defence: no network
# gains: points
# siblings: true
# ---

# %% cell
import socket
import time

PLACE = ("127.0.0.1", 20_000 + sum(map(ord, "@MARK@")) % 10_000)
MET = False
meeting = socket.socket()
try:
    meeting.bind(PLACE)
    meeting.listen()
    meeting.accept()
    MET = True
except OSError:
    while not MET:
        try:
            socket.create_connection(PLACE, timeout=1).close()
            MET = True
        except OSError:
            time.sleep(0.05)

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if MET else []
