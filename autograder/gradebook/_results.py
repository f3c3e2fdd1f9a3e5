"""Verdicts by what was judged, so that nothing is judged twice and a changed answer always is."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

from autograder._atomic import write_atomic
from autograder._course import Unit
from autograder._verdict import Status, Verdict
from autograder.wall import Submission, own_code


def submission_key(unit: Unit, submission: Submission, secret: bytes) -> str:
    """Everything that a verdict follows from: the code handed in, the tasks, the secret, us."""
    parts = [
        submission.student,
        own_code(),
        hashlib.sha256(secret).hexdigest(),
        *(task.digest for task in unit.tasks),
        *(f"{name}\0{piece.source}" for name, piece in submission.code()),
    ]
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()


class Results:
    """A folder of verdicts; the judge's own, never within reach of student code."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> list[Verdict] | None:
        """The verdicts, or None where there are none or the file cannot be trusted."""
        try:
            entry = json.loads((self._folder / f"{key}.json").read_text(encoding="utf-8"))
            if entry["digest"] != _digest(entry["verdicts"]):
                return None
            return [Verdict.from_json(item) for item in entry["verdicts"]]
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def put(self, key: str, verdicts: Sequence[Verdict]) -> None:
        """Keep them, unless one of them is our own failure: that is tried again."""
        if any(verdict.status is Status.BROKEN for verdict in verdicts):
            return
        items = [verdict.to_json() for verdict in verdicts]
        entry = {"digest": _digest(items), "verdicts": items}
        write_atomic(self._folder / f"{key}.json", json.dumps(entry, indent=1).encode())


def _digest(items: object) -> str:
    return hashlib.sha256(json.dumps(items, sort_keys=True).encode()).hexdigest()
