# ---
# class: bombs
# tries: Returns a message for the report that is as long as an answer may be.
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
