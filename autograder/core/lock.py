"""A lock that only one process can hold while it writes to the folder of a class."""

import fcntl
import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from autograder.core.atomic import cannot_write
from autograder.core.messages.errors import CourseError

NAME = "grading.lock"


class Busy(CourseError):
    """The error if another process holds the lock of a class."""


@contextmanager
def only_writer(folder: Path, who: str) -> Iterator[None]:
    """Hold the lock of a class in this context, or raise Busy if another process holds it.

    Create the folder if it is missing. The kernel releases the lock of a killed process once none
    of its forks is left. The lock file contains `who` (the command), the id and the machine of the
    process. The message of Busy quotes this text.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        handle = os.open(folder / NAME, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise cannot_write(folder / NAME, error) from error
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.pread(handle, 200, 0).decode("utf-8", "replace").strip()
            remedy = "Wait until it has finished, or stop it. Finished results are kept."
            raise Busy(
                f"{folder} is being graded by {holder or 'another process'}.", remedy
            ) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"{who}, process {os.getpid()} on {platform.node()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def refuse_if_busy(folder: Path) -> None:
    """Raise Busy if another process holds the lock of a class. Otherwise, take and release it."""
    with only_writer(folder, "a process that tests the lock"):
        pass
