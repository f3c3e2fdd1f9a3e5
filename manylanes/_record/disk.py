"""Files that are whole or absent: a full disk or a kill never leaves half of one."""

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
    errno.ENOENT: "that folder does not exist: make it, or choose another place with --out",
    errno.ENOTDIR: "a part of that path is a file, not a folder: choose another place with --out",
    errno.EEXIST: "that is a file, and a record is a folder: choose another name with --out",
}


class DiskError(Exception):
    """A file could not be written. The message says why and what to do next."""


def cannot_write(path: Path, error: OSError) -> DiskError:
    reason = _NEXT_STEP.get(error.errno or 0, error.strerror or str(error))
    if error.errno == errno.ENOENT and path.parent.is_dir():  # as below /proc
        reason = "nothing can be made in that folder: choose another place with --out"
    return DiskError(f"Cannot write {path}: {reason}.")


def write_whole(path: Path, text: str) -> None:
    """Write beside the target, then rename: readers see the old file or the new one."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except OSError as error:
        raise cannot_write(path, error) from error
    finally:
        # Gone already after a rename; a leftover after a failure is ours to remove.
        if beside.is_file():
            beside.unlink(missing_ok=True)
