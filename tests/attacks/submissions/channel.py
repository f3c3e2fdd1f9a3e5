import json
import os
import socket
import struct


def channel():
    """Return the socket on which the grader asks."""
    for fd in range(3, 32):
        try:
            return socket.socket(fileno=os.dup(fd))
        except OSError:
            continue


def frame(message, blobs=(), size=0):
    text = json.dumps({**message, "blobs": blobs}).encode().ljust(size)
    return struct.pack(">I", len(text)) + text


def receive(channel):
    (length,) = struct.unpack(">I", channel.recv(4, socket.MSG_WAITALL))
    return json.loads(channel.recv(length, socket.MSG_WAITALL))
