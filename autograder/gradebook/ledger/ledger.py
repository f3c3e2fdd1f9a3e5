"""The class's ledger: what was judged and what was written, each line sealed to the one before.

It is the one place where verdicts are kept: a receipt is found again by what was judged, so that
nothing is judged twice, and by its student, so that every score can be explained.
"""

import errno
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from autograder.atomic import WriteError
from autograder.gradebook.ledger.anchor import Anchor
from autograder.gradebook.ledger.entry import (
    BEGUN,
    RECEIPT,
    WRITTEN,
    Entry,
    key_name,
    ledger_key,
    sealed,
    to_line,
)
from autograder.gradebook.ledger.reader import Reading, read_ledger
from autograder.gradebook.ledger.receipt import Receipt
from autograder.say.errors import CourseError
from autograder.wall import read_secret

NAME = "ledger.jsonl"
Who = tuple[str, str]  # student, unit


@dataclass(frozen=True)
class Written:
    """What stands in the gradebook and in the student's folders."""

    receipt: Receipt
    latest: bool  # whether the student has no newer receipt
    copy: str  # digests of the graded copy and of the feedback page; empty: nbgrader wrote them
    page: str


class Ledger:
    """The file, where to find what in it, and the key. Small, however much the file holds."""

    def __init__(self, folder: Path, secret: Path | None = None) -> None:
        self.path = folder / NAME
        self._secret = secret
        self._key = ledger_key(read_secret(secret))
        self._by_key: dict[str, int] = {}  # offsets in the file
        self._last: dict[Who, tuple[int, int]] = {}  # number and offset of the latest receipt
        self._receipts: dict[int, int] = {}  # number to offset
        self._written: dict[Who, int] = {}
        self.reading = Reading()
        if self.path.is_file():
            self.reading = read_ledger(self.path, self._key, secret, self._index)

    def receipt(self, key: str) -> Receipt | None:
        """The latest receipt for what was judged; never one with a failure of ours."""
        offset = self._by_key.get(key)
        return None if offset is None else self._at(offset)

    def last(self, student: str, unit: str) -> Receipt | None:
        """The latest receipt of a student for a unit."""
        place = self._last.get((student, unit))
        return None if place is None else self._at(place[1])

    def written(self, student: str, unit: str) -> Written | None:
        """What was last written for a student."""
        offset = self._written.get((student, unit))
        if offset is None:
            return None
        body = self._entry(offset).body
        number = body["receipt"]
        latest = self._last[student, unit][0] == number
        return Written(self._at(self._receipts[number]), latest, body["copy"], body["page"])

    @property
    def everybody(self) -> list[Who]:
        """Each student and unit that has a receipt."""
        return sorted(self._last)

    @contextmanager
    def session(self) -> Iterator[None]:
        """Lines can be added inside; at its end they are on the disk, and the end is anchored.

        The class must be held (`only_writer`): two sessions at once would break the chain.
        """
        if self.reading.problems:
            mend = (
                "Look at it with: autograder verify. Then move the file away and grade again: "
                "everything is judged anew."
            )
            raise CourseError(f"{self.path} is not as the grader left it.", mend)
        with self._writing():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab", buffering=0)
        with self._file:
            self._file.truncate(self.reading.size)
            yield
            with self._writing():
                os.fsync(self._file.fileno())
        if self.reading.entries:
            anchor = Anchor.of(self._secret, self.reading.name)
            anchor.write(self.reading.entries, self.reading.last)

    def keep(self, receipt: Receipt) -> None:
        """Add a receipt, unless the student's latest says the same of the same file.

        One with a failure of ours is added each time: it is history, and never used again.
        """
        last = self.last(receipt.student, receipt.unit)
        news = last is None or (last.key, last.basis.file) != (receipt.key, receipt.basis.file)
        if not receipt.nothing and (news or receipt.broken):
            self._add(RECEIPT, receipt.to_json())

    def add_written(self, student: str, unit: str, copy: str = "", page: str = "") -> None:
        """Keep that the student's latest receipt stands in gradebook and folders."""
        number = self._last[student, unit][0]
        body = {"student": student, "unit": unit, "receipt": number, "copy": copy, "page": page}
        self._add(WRITTEN, body)

    def _add(self, kind: str, body: Mapping[str, Any]) -> None:
        if not self.reading.entries and kind != BEGUN:
            self.reading = replace(self.reading, name=secrets.token_hex(8))
            self._add(BEGUN, {"ledger": self.reading.name, "key": key_name(self._key)})
        old = self.reading
        entry = sealed(self._key, old.entries, kind, body, old.last)
        line = to_line(entry)
        with self._writing():
            # Nothing is buffered: a kill loses no line; a power cut may, until the session's end.
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._index(entry, old.size)
        size = old.size + len(line)
        self.reading = replace(old, entries=old.entries + 1, last=entry.seal, size=size)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise WriteError(f"Cannot write {self.path}: {error.strerror}.") from error

    def _index(self, entry: Entry, offset: int) -> None:
        if entry.kind == RECEIPT:
            self._receipts[entry.number] = offset
            self._last[entry.body["student"], entry.body["unit"]] = entry.number, offset
            if not Receipt.from_json(entry.body).broken:
                self._by_key[entry.body["key"]] = offset
        elif entry.kind == WRITTEN and entry.body["receipt"] in self._receipts:
            self._written[entry.body["student"], entry.body["unit"]] = offset

    def _at(self, offset: int) -> Receipt:
        return Receipt.from_json(self._entry(offset).body)

    def _entry(self, offset: int) -> Entry:
        with self.path.open("rb") as file:
            file.seek(offset)
            return Entry(**json.loads(file.readline()))
