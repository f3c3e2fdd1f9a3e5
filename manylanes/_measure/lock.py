"""Allow only one run at a time in a folder."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from manylanes._record.disk import explain_disk_error
from manylanes._record.query import RecordError

if sys.platform != "win32":  # Windows has no such lock, so runs are not locked there
    import fcntl

NAME = ".measuring"


@contextmanager
def lock_folder(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder; raise RecordError if another process holds it.

    The kernel releases the lock when the process ends, even if it is killed. The lock file contains
    the id and the machine of the process, for error messages. On Windows, nothing is locked.
    """
    path = folder / NAME
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    except OSError as error:
        raise explain_disk_error(path, error) from error
    try:
        _lock(handle, folder)
        os.ftruncate(handle, 0)
        os.write(handle, f"process {os.getpid()} on {platform.node()}\n".encode())
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        holder = os.pread(handle, 200, 0).decode("utf-8", "replace").strip()
        raise RecordError(
            f"{folder} is being measured by {holder or 'another process'}. Wait until it ends, "
            "or stop it; then run the same command to continue."
        ) from None
