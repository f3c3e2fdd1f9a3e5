# ---
# class: verdict forging
# tries: Sends a verdict in the grader's own format that claims full points.
# defence: data alone
# undefended: A finding in the place of an answer never counts, and it is rebuilt as failed. Both would have to be removed.
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct


def best_split(n, parts):
    passed = {"property": "values", "passed": True, "message": "passed", "points": 99}
    answer = json.dumps(
        {"error": passed, "status": "passed", "points": 99, "verdict": passed, "blobs": []}
    ).encode()
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        while True:
            channel.sendall(struct.pack(">I", len(answer)) + answer)
            if not channel.recv(1 << 20):
                break
