# ---
# class: siblings at the same time
# tries: Communicates with a concurrently graded submission through an abstract socket name.
# defence: no network
# gains: points
# siblings: true
# ---

# %% cell
import socket
import time

MET = False
with socket.socket(socket.AF_UNIX) as meeting:
    try:
        meeting.bind("\0@MARK@")
        meeting.listen()
        meeting.accept()
        MET = True
    except OSError:
        while not MET:
            try:
                meeting.connect("\0@MARK@")
                MET = True
            except OSError:
                time.sleep(0.05)

# %% answer: 02_best_split
def best_split(n, parts):
    return [n // parts + (i < n % parts) for i in range(parts)] if MET else []
