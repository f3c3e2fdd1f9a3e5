"""The ledger of a class: an append-only log of results and of updates of the gradebook.

The ledger is the only permanent record of verdicts. Results can be looked up by a digest of the
judged input, or by student and unit. A later line replaces an earlier line for the same input, or
for the same student and unit. A line that does not match its digest is ignored and reported in
`Ledger.problems`.
"""

import errno
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from autograder.core.atomic import cannot_write
from autograder.core.digest import digest
from autograder.runner.result import Result

NAME = "ledger.jsonl"
RESULT_LINE, WRITTEN = "result", "written"
StudentUnit = tuple[str, str]  # student, unit


@dataclass(frozen=True)
class Entry:
    """One line of the ledger: the content and its digest."""

    kind: str  # RESULT_LINE or WRITTEN
    body: Mapping[str, Any]
    digest: str


def make_entry(kind: str, body: Mapping[str, Any]) -> Entry:
    """Return a ledger entry with the digest of its kind and body."""
    return Entry(kind, body, digest(json.dumps([kind, body], sort_keys=True)))


def to_line(entry: Entry) -> bytes:
    return json.dumps(asdict(entry)).encode() + b"\n"


def from_line(line: bytes) -> Entry | None:
    """Return the entry in a line, or None if the line is malformed or its digest is wrong."""
    try:
        entry = Entry(**json.loads(line))
        return entry if entry == make_entry(entry.kind, entry.body) else None
    except (ValueError, TypeError, RecursionError):
        return None


@dataclass(frozen=True)
class Written:
    """The last update of a student's grades and feedback for one unit."""

    result: Result
    latest: bool  # False if the student has a newer result
    page: str  # digest of the feedback page; "" without a page
    gradebook: str  # digest of the student's data in the gradebook at that time


class Ledger:
    """The ledger file and an index of its lines. Results are read on demand to save memory."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / NAME
        self.problems: list[str] = []
        self._size = 0  # bytes of complete lines; part of an interrupted write may follow
        # Offsets of lines in the ledger file.
        self._by_key: dict[str, int] = {}
        self._last: dict[StudentUnit, int] = {}
        self._written: dict[StudentUnit, tuple[int, int]] = {}  # result, WRITTEN line
        if self.path.is_file():
            self._read()

    def find_result(self, key: str) -> Result | None:
        """Return the latest result for the input with this digest, or None.

        A result in which the grader failed on some task is skipped.
        """
        offset = self._by_key.get(key)
        return None if offset is None else Result.from_json(self._body(offset))

    def latest_result(self, student: str, unit: str) -> Result | None:
        """Return the latest result of a student for a unit, or None."""
        offset = self._last.get((student, unit))
        return None if offset is None else Result.from_json(self._body(offset))

    def latest_written(self, student: str, unit: str) -> Written | None:
        """Return the last update of the student's grades and feedback for a unit, or None."""
        if (student, unit) not in self._written:
            return None
        offset, line = self._written[student, unit]
        body, result = self._body(line), Result.from_json(self._body(offset))
        latest = offset == self._last[student, unit]
        return Written(result, latest, body["page"], body["shown"])

    @property
    def students_and_units(self) -> list[StudentUnit]:
        """Return all pairs of a student and a unit for which there is a result, sorted."""
        return sorted(self._last)

    @contextmanager
    def session(self) -> Iterator[None]:
        """Open the ledger for appending; on exit without an error, flush all lines to disk.

        Remove an incomplete line that an interrupted write left. The caller must hold the lock of
        the class (`only_writer`), because two sessions at the same time would corrupt the file.
        Raise WriteError if the file cannot be written.
        """
        with self._report_write_errors():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab", buffering=0)
        with self._file:
            self._file.truncate(self._size)
            yield
            with self._report_write_errors():
                os.fsync(self._file.fileno())

    def add_result(self, result: Result) -> None:
        """Add a result, unless the student's latest result has the same key and the same file.

        Call this method inside `session`. A result with an internal error in some tasks is
        always added, but never reused. A result with an internal error in every task is not added.
        """
        last = self.latest_result(result.student, result.unit)
        is_new = last is None or (last.key, last.provenance.file) != (
            result.key,
            result.provenance.file,
        )
        if not result.all_broken and (is_new or result.broken):
            self._add(RESULT_LINE, result.to_json())

    def add_written(self, student: str, unit: str, page: str = "", gradebook: str = "") -> None:
        """Record that the student's latest result was written to the gradebook and the folders.

        `page` is a digest of the feedback page, and `gradebook` is a digest of the student's data
        in the gradebook.
        """
        self._add(WRITTEN, {"student": student, "unit": unit, "page": page, "shown": gradebook})

    def _add(self, kind: str, body: Mapping[str, Any]) -> None:
        entry = make_entry(kind, body)
        line = to_line(entry)
        with self._report_write_errors():
            # The file is unbuffered. A killed process loses no line, but a power failure may lose
            # lines.
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._index(entry, self._size)
        self._size += len(line)

    @contextmanager
    def _report_write_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def _read(self) -> None:
        with self.path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # the write was interrupted; the grader does this work again
                entry = from_line(line)
                if entry is None:
                    self.problems.append(f"line {number} does not match its digest")
                else:
                    try:
                        self._index(entry, self._size)
                    except (KeyError, TypeError):  # the fields of a result have changed
                        self.problems.append(f"line {number} is from another version of autograder")
                self._size += len(line)

    def _index(self, entry: Entry, offset: int) -> None:
        who = entry.body["student"], entry.body["unit"]
        if entry.kind == RESULT_LINE:
            broken = Result.from_json(entry.body).broken
            self._last[who] = offset
            if not broken:
                self._by_key[entry.body["key"]] = offset
        elif who in self._last:
            self._written[who] = self._last[who], offset

    def _body(self, offset: int) -> Any:
        with self.path.open("rb") as file:
            file.seek(offset)
            return json.loads(file.readline())["body"]
