"""Interface of a sandbox backend, which creates, measures and ends processes.

The only backend is the one for Linux, which uses bubblewrap (`linux/`).
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from autograder.runner.sandbox.limits import Limits


@dataclass(frozen=True)
class Usage:
    """CPU time, number of threads and resident bytes of a process and its descendants."""

    cpu_s: float
    threads: int
    resident: int
    runnable: bool  # True if any thread is running or waits for a CPU or a disk
    own: Mapping[int, float] = field(default_factory=dict)  # by process id, without children


class ProcessTree(Protocol):
    """One sandboxed process with all its descendants."""

    @property
    def channel(self) -> socket.socket:
        """Return the judge's socket for exchanging messages with the process."""

    def begin(self, wall_s: float) -> None:
        """Wait until the process exists; raise SandboxError if it does not start."""

    def usage(self) -> Usage:
        """Return the resource usage of the process and its descendants. Call `begin` first."""

    def code(self, wait_s: float) -> int | None:
        """Return the exit code, or None if the process still runs after `wait_s` seconds."""

    def end(self) -> None:
        """End the process and its descendants, but do not wait until they have exited."""


class Host(Protocol):
    """A machine that can run untrusted code."""

    def ready(self) -> None:
        """Raise NoSandbox if the machine cannot create sandboxes."""

    def fork(self, role: str, limits: Limits, *, unsafe: bool = False) -> ProcessTree:
        """Start a process with the role "worker" or "evaluator", without waiting for it.

        Raise SandboxError if this is impossible. With `unsafe`, the process has resource limits,
        but no sandbox.
        """
