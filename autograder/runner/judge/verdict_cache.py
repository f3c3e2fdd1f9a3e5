"""Cache the verdicts on programs, because equal programs get equal verdicts.

Each key has one file. Files are written atomically, so that judges can work in parallel. A file
contains a verdict and a digest of key and verdict. If the digest does not match, the file is
ignored and the verdict is computed again.
"""

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path

from autograder.core.atomic import WriteError, write_atomic
from autograder.core.course.task import Task
from autograder.core.digest import digest
from autograder.core.messages.verdict import Finding, Status, Verdict
from autograder.runner.judge.code_version import code_digest
from autograder.runner.judge.exports import ExportResult, Exports
from autograder.runner.sandbox.limits import Limits

_CACHED_STATUSES = (Status.PASSED, Status.FAILED)


@dataclass(frozen=True)
class Store:
    """A folder of cached verdicts, which student code cannot access."""

    folder: Path

    def key(self, task: Task, made: Exports, hidden_key: bytes | None, limits: Limits) -> str:
        """Return a digest of the programs and of everything else that affects a cached verdict.

        `hidden_key` is the key from which the hidden inputs are drawn.
        """
        parts = [
            code_digest(),
            type(made).__name__,
            task.unit,
            task.id,
            task.digest,
            hashlib.sha256(hidden_key).hexdigest() if hidden_key is not None else "public",
            repr(limits),
            [(signature, _digest(program)) for signature, program in made.programs.items()],
            [_digest(program) for program in made.calls],
        ]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def get(self, key: str) -> Verdict | None:
        """Return the cached verdict, which has no notes, or None if it is missing or damaged."""
        try:
            entry = json.loads(self._path(key).read_text(encoding="utf-8"))
            body = entry["verdict"]
            if entry["digest"] != _entry_digest(key, body):
                return None
            return Verdict.from_json(json.loads(body))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None

    def put(self, key: str, verdict: Verdict) -> None:
        """Store a passed or failed verdict without its notes, unless a process was stopped.

        The stop of a process may depend on chance. If the file cannot be written, do nothing.
        """
        chance = any(finding.property == "stopped" for finding in verdict.findings)
        if chance or verdict.status not in _CACHED_STATUSES:
            return
        body = json.dumps(replace(verdict, notes=()).to_json(), sort_keys=True)
        entry = {"verdict": body, "digest": _entry_digest(key, body)}
        try:
            write_atomic(self._path(key), json.dumps(entry).encode(), mode=0o600)
        except WriteError:
            return  # the cache is optional: the next judge runs the program again

    def _path(self, key: str) -> Path:
        return self.folder / key[:2] / f"{key}.json"


def _entry_digest(key: str, body: str) -> str:
    return digest(f"{key}\n{body}")


def _digest(made: ExportResult) -> str:
    if isinstance(made, Finding):
        return repr(made)
    return f"{hashlib.sha256(made.text).hexdigest()} {made.tree!r}"
