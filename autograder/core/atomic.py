"""Write files atomically: a reader sees the complete old content or the complete new content."""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

_SENTENCES = {
    errno.ENOSPC: "the disk is full; free some space and run the command again",
    errno.EDQUOT: "the disk quota is used up; free some space and run the command again",
    errno.EROFS: "the folder is read-only; copy the course to a folder you may write to",
    errno.EACCES: "you may not write there; change the permissions or copy the course elsewhere",
    errno.EPERM: "you may not write there; change the permissions or copy the course elsewhere",
}


class WriteError(Exception):
    """A file could not be written. The message contains the path, the cause and the next step."""


def write_atomic(path: Path, data: bytes, mode: int = 0o644) -> bool:
    """Write `data` to `path` atomically and return True.

    Return False, and write nothing, if the file already contains `data`. Raise WriteError if the
    file cannot be read or written.
    """
    try:
        if path.is_file() and path.read_bytes() == data:
            return False
    except OSError as error:
        raise cannot_write(path, error) from error
    with open_atomic(path, mode) as file:
        file.write(data)
    return True


def create_file(path: Path, data: bytes, mode: int) -> None:
    """Write a new file atomically. If `path` already exists, keep the existing file.

    On a file system without hard links, the existing file is replaced.
    """
    with open_atomic(path, mode, replace=False) as file:
        file.write(data)


@contextmanager
def open_atomic(path: Path, mode: int = 0o644, *, replace: bool = True) -> Iterator[IO[bytes]]:
    """Yield a temporary file, which is renamed to `path` when the block ends without an error.

    Missing folders are created. After an error, the temporary file is deleted, and an OSError
    becomes a WriteError. Without `replace`, an existing `path` is kept.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:50]}.")
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(name, mode)
            if replace or not _link(name, path):
                os.replace(name, path)
        except BaseException:
            os.unlink(name)
            raise
    except OSError as error:
        raise cannot_write(path, error) from error


def _link(name: str, path: Path) -> bool:
    """Move the file `name` to `path`, or delete the file `name` if `path` exists.

    Return True. If the file system cannot make a hard link, do nothing and return False.
    """
    try:
        os.link(name, path)
    except FileExistsError:
        pass
    except OSError:
        return False
    os.unlink(name)
    return True


def cannot_write(path: Path, error: OSError) -> WriteError:
    """Return the exception for a failed write, whose message states the path and the cause."""
    return WriteError(f"Cannot write {path}: {reason(error)}.")


def reason(error: OSError) -> str:
    """Return the cause of a failed write and, for common causes, the next step."""
    return _SENTENCES.get(error.errno or 0, (error.strerror or str(error)).lower())
