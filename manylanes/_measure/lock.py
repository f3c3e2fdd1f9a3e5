"""One run at a time in a folder: two would take the machine from each other, and the files."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from manylanes._record.disk import cannot_write
from manylanes._record.query import RecordError

if sys.platform != "win32":  # without it nothing is held there, and all else still works
    import fcntl

NAME = ".measuring"


@contextmanager
def only_run(folder: Path) -> Iterator[None]:
    """The kernel lets go when the process ends, killed or not: nothing goes stale.

    What the file says is for people; whether it is held, only the kernel says.
    """
    path = folder / NAME
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise cannot_write(path, error) from error
    try:
        _hold(handle, folder)
        os.ftruncate(handle, 0)
        os.write(handle, f"process {os.getpid()} on {platform.node()}\n".encode())
        yield
    finally:
        os.close(handle)


def _hold(handle: int, folder: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(handle, 200, 0).decode("utf-8", "replace").strip()
        raise RecordError(
            f"{folder} is being measured by {holder or 'another process'}. Wait until it has "
            "ended, or end it; the same command goes on from there."
        ) from None
