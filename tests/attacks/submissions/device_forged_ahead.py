# ---
# class: channel forging
# tries: Sends messages and its result in advance, so that the device's replies no longer match the requests.
# defence: data alone
# undefended: All received data counts as this student's messages and answer, in the order of arrival.
# unit: 03_third
# ends: failed
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
    for name in ("launch", "wait", "clock", "wait"):
        channel = sent({"turn": {"method": name, "args": {"list": []}}})
    sent({"result": 7, "error": None})
    for _ in range(3):
        received(channel)
    return 7
