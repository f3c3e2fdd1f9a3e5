# ---
# class: channel forging
# tries: Sends malformed messages to make the device process fail.
# defence: data alone
# undefended: A malformed message ends the step, as random bytes on the channel do.
# unit: 03_third
# ends: not run
# ---

# %% answer: 01_time_run
import json
import os
import socket
import struct


def sent(message):
    text = json.dumps({**message, "blobs": []}).encode()
    for fd in range(3, 32):
        try:
            channel = socket.socket(fileno=os.dup(fd))
            channel.sendall(struct.pack(">I", len(text)) + text)
        except OSError:
            continue
        return channel


def received(channel):
    (length,) = struct.unpack(">I", channel.recv(4, socket.MSG_WAITALL))
    return json.loads(channel.recv(length, socket.MSG_WAITALL))


def time_run(device):
    sent({"turn": 5})
    received(sent({"turn": {"method": ["launch"], "args": {"dict": 7}}}))
    return 0
