# ---
# class: channel forging
# tries: Sends an answer of thirty thousand nested lists.
# defence: answers are bounded
# undefended: The JSON parser gives up without help. The depth limit only reports it earlier.
# ends: not run
# says: an answer is not JSON
# ---

# %% answer: 02_best_split
import os
import socket
import struct


def best_split(n, parts):
    answer = b"[" * 30_000 + b"]" * 30_000
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        channel.sendall(struct.pack(">I", len(answer)) + answer)
        channel.recv(1 << 20)
