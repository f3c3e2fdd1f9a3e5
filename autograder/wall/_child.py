"""The inner side of the wall: what worker and evaluator do before and between requests."""

import resource
import socket
import sys
from collections.abc import Callable
from typing import Any

from autograder.wall import _channel

Answer = tuple[dict[str, Any], list[bytes]]
Handler = Callable[[dict[str, Any], list[bytes]], Answer]


def connect() -> socket.socket:
    """The answer channel: a descriptor of its own, which no child process inherits."""
    sock = socket.socket(fileno=int(sys.argv[1]))
    sock.set_inheritable(False)
    first = _channel.receive(sock)
    if first is None:
        raise SystemExit("the judge has gone")
    _lower(first[0]["limits"])
    return sock


def serve(sock: socket.socket, handle: Handler) -> None:
    """Say that we are up, then answer until the judge hangs up."""
    _channel.send(sock, {"ready": True}, [])
    while (request := _channel.receive(sock)) is not None:
        _channel.send(sock, *handle(*request))


def _lower(limits: dict[str, Any]) -> None:
    """Hard limits, which nothing in a sandbox can raise again."""
    bounds = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_CPU: limits["total_cpu_s"],
        resource.RLIMIT_AS: limits["memory_bytes"],
        resource.RLIMIT_FSIZE: limits["file_bytes"],
        resource.RLIMIT_NOFILE: limits["open_files"],
    }
    if "processes" in limits:
        bounds[resource.RLIMIT_NPROC] = limits["processes"]
    for name, value in bounds.items():
        hard = resource.getrlimit(name)[1]
        bound = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(name, (bound, bound))
