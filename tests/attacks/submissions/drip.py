# ---
# class: channel forging
# tries: Answers one byte at a time, so that the judge is never without news and never looks up.
# defence: the clock is looked at while listening
# gains: points
# ends: not run
# ---

# %% answer: 02_best_split
import json
import os
import socket
import struct
import time


def best_split(n, parts):
    right = [n // parts + (i < n % parts) for i in range(parts)]
    answer = json.dumps({"result": {"list": right}, "blobs": []}).encode()
    channel = next(
        fd for fd in map(int, os.listdir("/proc/self/fd")) if fd > 2 and _is_socket(fd)
    )
    if not os.path.exists("/tmp/dripped"):
        open("/tmp/dripped", "w").close()
        data = struct.pack(">I", len(answer) + 60) + b" " * 60
        for byte in data:
            os.write(channel, bytes([byte]))
            time.sleep(0.1)
        os.write(channel, answer)
        socket.socket(fileno=channel).recv(1 << 20)
    return right


def _is_socket(fd):
    try:
        return os.readlink(f"/proc/self/fd/{fd}").startswith("socket:")
    except OSError:
        return False
