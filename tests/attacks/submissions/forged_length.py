# ---
# class: channel forging
# tries: Sends a correct answer in a header of thirty megabytes, which the grader would hold in memory.
# defence: answers are bounded
# gains: points
# ends: not run
# says: an answer is longer than 64 kB
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct


def best_split(n, parts):
    right = [n // parts + (i < n % parts) for i in range(parts)]
    answer = json.dumps({"result": {"list": right}, "blobs": []}).encode().ljust(30 << 20)
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        while True:
            channel.sendall(struct.pack(">I", len(answer)) + answer)
            length = struct.unpack(">I", channel.recv(4, socket.MSG_WAITALL))[0]
            args = json.loads(channel.recv(length, socket.MSG_WAITALL))["args"]["list"]
            n, parts = args
            right = [n // parts + (i < n % parts) for i in range(parts)]
            answer = json.dumps({"result": {"list": right}, "blobs": []}).encode().ljust(30 << 20)
