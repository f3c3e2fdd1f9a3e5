"""`--watch`: what changed is proved, or checked, again. Times of files, asked again and again.

Polling, because every system has it and nothing has to be installed: a course is some hundred
files, and to ask for their times takes a millisecond.
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
    """When each file of a piece was last written; one that is gone has none."""
    return {path: path.stat().st_mtime_ns for path in piece.files() if path.exists()}


def rounds(
    pieces: Callable[[], list[Piece]], wait: Callable[[float], None] = time.sleep
) -> Iterator[list[Proof]]:
    """All proofs, each time something has changed; only what changed is proved again."""
    seen: dict[Path, Times] = {}
    proofs: dict[Path, list[Proof]] = {}
    while True:
        now = pieces()
        changed = [piece for piece in now if seen.get(piece.path) != times(piece)]
        gone = seen.keys() - {piece.path for piece in now}
        for path in gone:
            del seen[path], proofs[path]
        for piece in changed:
            # Before it is read: what is written meanwhile is a change.
            seen[piece.path] = times(piece)
            proofs[piece.path] = list(piece.proofs())
        if changed or gone:
            yield [proof for piece in now for proof in proofs[piece.path]]
        else:
            wait(PAUSE)


def saves(path: Path, wait: Callable[[float], None] = time.sleep) -> Iterator[None]:
    """Once, and each time the file was saved. A missing one counts: many editors write another
    file and rename it."""
    seen: int | None = None
    while True:
        now = path.stat().st_mtime_ns if path.exists() else 0
        if now != seen:
            seen = now
            yield
        else:
            wait(PAUSE)
