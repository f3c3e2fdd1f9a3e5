"""Start sandboxed processes in milliseconds, with a fork server for each command line."""

import atexit
import json
import os
import sys
import threading
from dataclasses import asdict

from autograder.runner.sandbox.limits import Limits
from autograder.runner.sandbox.linux import bwrap
from autograder.runner.sandbox.linux.server_process import Fork, Server
from autograder.runner.sandbox.sandbox_errors import SandboxError

_servers: dict[tuple[int, bool, tuple[str, ...]], Server] = {}
_lock = threading.Lock()


def fork(role: str, limits: Limits, *, unsafe: bool = False) -> Fork:
    """Start a sandboxed process with the fork server.

    If too many earlier processes are still exiting, wait for them first. If no server with the same
    command line is alive, end all servers of this process and start a new one.
    """
    program = [
        sys.executable,
        "-s",
        "-P",
        "-m",
        "autograder.runner.sandbox.inside.server",
        "{control}",
    ]
    program.append(json.dumps({} if unsafe else bwrap.nesting()))
    argv = program if unsafe else bwrap.command(program)
    bounds = asdict(limits)
    if unsafe:  # without a user namespace, this limit would count all processes of the user
        del bounds["processes"]
    key = (os.getpid(), unsafe, tuple(argv))
    with _lock:
        if key in _servers:
            _servers[key].forget_exited()
        if key not in _servers or not _servers[key].alive:
            close_servers()
            try:
                _servers[key] = Server(argv, unsafe)
            except FileNotFoundError as error:  # bwrap or Python has been removed
                bwrap.bwrap.cache_clear()  # so that the next attempt searches for bwrap again
                raise SandboxError(
                    f"{error.filename} no longer exists; restore it and grade again"
                ) from None
        return _servers[key].fork(role, bounds)


def close_servers() -> None:
    """End the fork servers of this process, and forget those of a parent process."""
    for (pid, *_), server in list(_servers.items()):
        if pid == os.getpid():
            server.close()
    _servers.clear()


atexit.register(close_servers)
