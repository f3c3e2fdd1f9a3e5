"""The loop in which a worker or an evaluator answers the judge's requests."""

import socket
from collections.abc import Callable
from typing import Any

from autograder.runner.sandbox import channel

Answer = tuple[dict[str, Any], list[bytes]]
Handler = Callable[[dict[str, Any], list[bytes]], Answer]


def serve(sock: socket.socket, handle: Handler) -> None:
    """Report that the process is ready, then answer requests until the judge closes the channel."""
    channel.send(sock, {"ready": True}, [])
    while (request := channel.receive(sock)) is not None:
        channel.send(sock, *handle(*request))
