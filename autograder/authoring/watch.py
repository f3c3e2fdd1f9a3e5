"""`--watch`: prove or check again whenever a file changes.

We poll modification times because polling works on every system without another package. A course
has a few hundred files, and reading their times takes about a millisecond.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

from autograder.authoring.proof import Proof
from autograder.authoring.prove import Piece

PAUSE = 0.4
Times = dict[Path, int]


def times(piece: Piece) -> Times:
    """Return the modification time of each existing file of a piece."""
    return {path: path.stat().st_mtime_ns for path in piece.files() if path.exists()}


def watch_pieces(
    pieces: Callable[[], list[Piece]], wait: Callable[[float], None] = time.sleep
) -> Iterator[list[Proof]]:
    """Yield all proofs whenever something has changed. Only changed pieces are proved again."""
    records: dict[Path, Times] = {}
    proofs: dict[Path, list[Proof]] = {}
    while True:
        now = pieces()
        changed = [piece for piece in now if records.get(piece.path) != times(piece)]
        removed = records.keys() - {piece.path for piece in now}
        for path in removed:
            del records[path], proofs[path]
        for piece in changed:
            # Recorded before the proofs are made, so that a change during the proofs is noticed.
            records[piece.path] = times(piece)
            proofs[piece.path] = list(piece.proofs())
        if changed or removed:
            yield [proof for piece in now for proof in proofs[piece.path]]
        else:
            wait(PAUSE)


def watch_file(path: Path, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Yield once at the start, and again each time the file was saved. A missing file counts as a
    change, because many editors write another file and rename it.
    """
    last: int | None = None
    while True:
        now = path.stat().st_mtime_ns if path.exists() else 0
        if now != last:
            last = now
            yield
        else:
            wait(PAUSE)
