# ---
# class: channel forging
# tries: Sends messages that are none, so that the device's side fails.
# defence: data alone
# undefended: What is no message ends the step, as noise on the channel does.
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
