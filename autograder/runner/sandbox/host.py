"""What the judge asks of a machine: processes that it can bound, watch and end.

Linux fills this with bubblewrap (`linux/`); a container, or another system, would fill it too.
"""

import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from autograder.runner.sandbox.limits import Limits


@dataclass(frozen=True)
class Usage:
    """Processor seconds, threads and resident bytes now, and whether anything wants to run."""

    cpu_s: float
    threads: int
    resident: int
    runnable: bool
    own: Mapping[int, float] = field(default_factory=dict)  # seconds of each process, alone


class Fork(Protocol):
    """One process that was asked for, and all that it starts."""

    @property
    def channel(self) -> socket.socket:
        """The judge's end of the line to it."""

    def begin(self, wall_s: float) -> None:
        """Wait until it is there; WallBroken where it does not come."""

    def usage(self) -> Usage:
        """What it and everything below it uses, once it has begun."""

    def code(self, wait_s: float) -> int | None:
        """How it ended, or None while it runs."""

    def end(self) -> None:
        """End it and everything it started; they are gone soon, and before many others begin."""


class Host(Protocol):
    """A machine that runs what nobody trusts."""

    def ready(self) -> None:
        """Return if it can make sandboxes; NoSandbox says what to install or to enable."""

    def fork(self, role: str, limits: Limits, *, unsafe: bool = False) -> Fork:
        """A new process in this role; `unsafe`: bounded and watched, and not shut in."""
