"""`--watch`: run `autograder prove` or `autograder check` again whenever a file changes.

The modification times of the files are polled, which works on every system without another package.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder.authoring.proof import Proof
from autograder.authoring.prove import Piece

PAUSE = 0.4  # seconds between two polls
Times = dict[Path, int]


def times(piece: Piece) -> Times:
    """Return the modification time in nanoseconds of each existing file of a task or unit."""
    return {path: path.stat().st_mtime_ns for path in piece.files() if path.exists()}


def watch_pieces(
    pieces: Callable[[], list[Piece]], wait: Callable[[float], None] = time.sleep
) -> Iterator[list[Proof]]:
    """Yield the results of all tasks and units at the start and after each change of a file.

    Only tasks and units with changed files are checked again. The iterator does not end.
    """
    records: dict[Path, Times] = {}
    proofs: dict[Path, list[Proof]] = {}
    while True:
        now = pieces()
        changed = [piece for piece in now if records.get(piece.path) != times(piece)]
        removed = records.keys() - {piece.path for piece in now}
        for path in removed:
            del records[path], proofs[path]
        for piece in changed:
            # Record the times before the check, so that a change during the check is noticed.
            records[piece.path] = times(piece)
            proofs[piece.path] = list(piece.proofs())
        if changed or removed:
            yield [proof for piece in now for proof in proofs[piece.path]]
        else:
            wait(PAUSE)


def watch_file(path: Path, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Yield once at the start, and again each time the file has changed or disappeared.

    A file disappears for a moment if an editor saves a new file and then renames it.
    """
    last: int | None = None
    while True:
        now = path.stat().st_mtime_ns if path.exists() else 0
        if now != last:
            last = now
            yield
        else:
            wait(PAUSE)
