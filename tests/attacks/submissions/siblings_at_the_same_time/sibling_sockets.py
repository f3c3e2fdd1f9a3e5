# tries: Communicates with a concurrently graded submission through @what@.
# defence: separate network namespace
# gains: points
# siblings: true
# answer: right if MET
# variants:
#   sibling_loopback:
#     what: a loopback address
#     place: AF_INET, ("127.0.0.1", 20_000 + sum(map(ord, "@MARK@")) % 10_000)
#   sibling_socket:
#     what: an abstract socket name
#     place: AF_UNIX, "\0@MARK@"

# %% cell
import socket
import time

FAMILY, PLACE = socket.@place@
MET = False
meeting = socket.socket(FAMILY)
try:
    meeting.bind(PLACE)
    meeting.listen()
    meeting.accept()
    MET = True
except OSError:
    while not MET:
        try:
            with socket.socket(FAMILY) as call:
                call.settimeout(1)
                call.connect(PLACE)
            MET = True
        except OSError:
            time.sleep(0.05)
