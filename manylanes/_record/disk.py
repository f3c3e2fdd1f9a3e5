"""Write files atomically: after a full disk or a killed process, the old file is still whole."""

from __future__ import annotations

import errno
import os
from pathlib import Path

_NEXT_STEP = {
    errno.ENOSPC: "the disk is full: free some space, then run the same command again",
    errno.EDQUOT: "your disk quota is used up: free some space, then run the same command again",
    errno.EFBIG: "files may not grow that large here: raise `ulimit -f`, then run it again",
    errno.EROFS: "that disk is read-only: choose another place with --out",
    errno.EACCES: "you may not write there: choose another place with --out",
    errno.EPERM: "you may not write there: choose another place with --out",
    errno.ENOENT: "that folder does not exist: create it, or choose another place with --out",
    errno.ENOTDIR: "a part of that path is a file, not a folder: choose another place with --out",
    errno.EEXIST: "that is a file, but a record is a folder: choose another name with --out",
}


class DiskError(Exception):
    """A file could not be written; the message gives the reason and the next step."""


def explain_disk_error(path: Path, error: OSError) -> DiskError:
    """Return a DiskError that gives the reason and the next step."""
    reason = _NEXT_STEP.get(error.errno or 0, error.strerror or str(error))
    if error.errno == errno.ENOENT and path.parent.is_dir():  # for example in /proc
        reason = "files cannot be created in that folder: choose another place with --out"
    return DiskError(f"Cannot write {path}: {reason}.")


def write_atomically(path: Path, text: str) -> None:
    """Write a temporary file and rename it, so that readers see the old file or the new file.

    Raise DiskError if the file cannot be written. A killed process may leave the temporary file.
    """
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise explain_disk_error(path, error) from error
    finally:
        # After a failure, the temporary file still exists.
        if temporary.is_file():
            temporary.unlink(missing_ok=True)
