"""Interface of a sandbox backend, which creates, watches and ends processes.

The Linux backend uses bubblewrap (`linux/`). Containers or another operating system would need
another backend.
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from autograder.runner.sandbox.limits import Limits


@dataclass(frozen=True)
class Usage:
    """Current CPU time, threads and resident bytes of a process tree."""

    cpu_s: float
    threads: int
    resident: int
    runnable: bool  # True if any thread wants to run
    own: Mapping[int, float] = field(default_factory=dict)  # CPU seconds by process


class ProcessTree(Protocol):
    """One sandboxed process with all its descendants."""

    @property
    def channel(self) -> socket.socket:
        """The judge's end of the channel to the process."""

    def begin(self, wall_s: float) -> None:
        """Wait until the process exists; raise SandboxError if it does not start."""

    def usage(self) -> Usage:
        """Return the resource usage of the process and its descendants. Call `begin` first."""

    def code(self, wait_s: float) -> int | None:
        """Return the exit code, or None while the process runs."""

    def end(self) -> None:
        """End the process and its descendants. They may still be exiting when this returns."""


class Host(Protocol):
    """A machine that can run untrusted code."""

    def ready(self) -> None:
        """Raise NoSandbox if the machine cannot create sandboxes."""

    def fork(self, role: str, limits: Limits, *, unsafe: bool = False) -> ProcessTree:
        """Start a process in a role. With `unsafe`, it is limited, but not isolated."""
