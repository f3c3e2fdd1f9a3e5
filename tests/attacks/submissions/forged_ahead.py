# ---
# class: channel forging
# tries: Sends answers before the questions, so that they are taken for answers to other tasks.
# defence: data alone
# undefended: All received data is graded as this student's answer, so there is no gain and no switch.
# beside: []
# ends: failed
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct


def best_split(n, parts):
    answer = json.dumps({"result": {"list": [1, 2]}, "error": None, "blobs": []}).encode()
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        channel.sendall((struct.pack(">I", len(answer)) + answer) * 50)
    return []
