# ---
# class: channel forging
# tries: Sends a correct answer followed by three hundred megabytes, which the grader would hold in memory.
# defence: data is bounded
# gains: points
# ends: not run
# says: an answer is larger than 1 MB
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct


def best_split(n, parts):
    size = 300 << 20
    channel = next(filter(None, map(_socket, range(3, 32))))
    while True:
        right = [n // parts + (i < n % parts) for i in range(parts)]
        answer = json.dumps({"result": {"list": right}, "blobs": [size]}).encode()
        channel.sendall(struct.pack(">I", len(answer)) + answer)
        for _ in range(size >> 20):
            channel.sendall(bytes(1 << 20))
        size = 0
        length = struct.unpack(">I", channel.recv(4, socket.MSG_WAITALL))[0]
        n, parts = json.loads(channel.recv(length, socket.MSG_WAITALL))["args"]["list"]


def _socket(fd):
    try:
        return socket.socket(fileno=os.dup(fd))
    except OSError:
        return None
