"""The class's ledger: what was judged and what was written, each line with a seal of its own.

It is the one place where verdicts are kept: a result is found again by what was judged, so that
nothing is judged twice, and by its student, so that every score can be explained. Of two lines
the later one counts. A line whose seal is not good counts for nothing.
"""

import errno
import json
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.atomic import cannot_write
from autograder.core.messages.errors import CourseError
from autograder.results.entry import (
    BEGUN,
    RESULT_LINE,
    WRITTEN,
    Entry,
    from_line,
    key_name,
    ledger_key,
    sealed,
    to_line,
)
from autograder.runner import read_secret
from autograder.runner.result import Result
from autograder.runner.secret import VARIABLE

NAME = "ledger.jsonl"
Who = tuple[str, str]  # student, unit


@dataclass(frozen=True)
class Written:
    """What stands in the gradebook and in the student's folders."""

    result: Result
    latest: bool  # whether the student has no newer result
    page: str  # digest of the feedback page; nothing, where none was made
    shown: str  # digest of what the gradebook said then


class Ledger:
    """The file, where to find what in it, and the key. Small, however much the file holds."""

    def __init__(self, folder: Path, secret: Path | None = None) -> None:
        self.path = folder / NAME
        self.problems: list[str] = []
        self._key = ledger_key(read_secret(secret))
        self._name = ""  # that it gave itself in its first line
        self._size = 0  # bytes of whole lines; what stands behind them was cut off in writing
        # Offsets in the file of results.
        self._by_key: dict[str, int] = {}
        self._last: dict[Who, int] = {}
        self._written: dict[Who, tuple[int, int]] = {}  # of the result, of the line itself
        if self.path.is_file():
            self._read()

    def find_result(self, key: str) -> Result | None:
        """The latest result for what was judged; never one with a failure of ours."""
        offset = self._by_key.get(key)
        return None if offset is None else Result.from_json(self._body(offset))

    def latest_result(self, student: str, unit: str) -> Result | None:
        """The latest result of a student for a unit."""
        offset = self._last.get((student, unit))
        return None if offset is None else Result.from_json(self._body(offset))

    def written(self, student: str, unit: str) -> Written | None:
        """What was last written for a student."""
        if (student, unit) not in self._written:
            return None
        offset, line = self._written[student, unit]
        said, result = self._body(line), Result.from_json(self._body(offset))
        latest = offset == self._last[student, unit]
        return Written(result, latest, said["page"], said["shown"])

    @property
    def everybody(self) -> list[Who]:
        """Each student and unit that has a result."""
        return sorted(self._last)

    @contextmanager
    def session(self) -> Iterator[None]:
        """Lines can be added inside; at its end they are on the disk.

        The class must be held (`only_writer`): two at once would write into one another.
        """
        with self._writing():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab", buffering=0)
        with self._file:
            self._file.truncate(self._size)
            yield
            with self._writing():
                os.fsync(self._file.fileno())

    def add_result(self, result: Result) -> None:
        """Add a result, unless the student's latest says the same of the same file.

        One with a failure of ours is added each time: it is history, and never used again.
        """
        last = self.latest_result(result.student, result.unit)
        known = last and (last.key, last.provenance.file)
        news = known != (result.key, result.provenance.file)
        if not result.all_broken and (news or result.broken):
            self._add(RESULT_LINE, result.to_json())

    def add_written(self, student: str, unit: str, page: str = "", shown: str = "") -> None:
        """Keep that the student's latest result stands in gradebook and folders.

        `page` and `shown` are digests: of the feedback page, and of all that the gradebook said.
        """
        self._add(WRITTEN, {"student": student, "unit": unit, "page": page, "shown": shown})

    def _add(self, kind: str, body: Mapping[str, Any]) -> None:
        if not self._name and kind != BEGUN:
            self._add(BEGUN, {"ledger": secrets.token_hex(8), "sealed_with": key_name(self._key)})
        name = body["ledger"] if kind == BEGUN else self._name
        entry = sealed(self._key, name, kind, body)
        line = to_line(entry)
        with self._writing():
            # Nothing is buffered: a kill loses no line; a power cut may, until the session's end.
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._index(entry, self._size)
        self._size += len(line)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise cannot_write(self.path, error) from error

    def _read(self) -> None:
        with self.path.open("rb") as file:
            self._refuse_another_secret(file.readline())
            file.seek(0)
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    break  # the process was ended while it wrote: nothing has relied on it yet
                entry = from_line(self._key, self._name, line)
                if entry is None or (entry.kind == BEGUN and self._name):
                    self.problems.append(
                        f"line {number} was changed, or written for another class or without the "
                        "course secret"
                    )
                else:
                    self._index(entry, self._size)
                self._size += len(line)

    def _refuse_another_secret(self, line: bytes) -> None:
        """A ledger of another secret is told from a changed one."""
        try:
            name = str(json.loads(line)["body"]["sealed_with"])
        except (ValueError, KeyError, TypeError):
            return
        if name != key_name(self._key):
            mend = (
                "Name the file of the secret that the class was graded with: "
                f"export {VARIABLE}=FILE, or `secret` in course.toml."
            )
            raise CourseError(f"{self.path} is sealed with another course secret.", mend)

    def _index(self, entry: Entry, offset: int) -> None:
        if entry.kind == BEGUN:
            self._name = entry.body["ledger"]
            return
        who = entry.body["student"], entry.body["unit"]
        if entry.kind == RESULT_LINE:
            self._last[who] = offset
            if not Result.from_json(entry.body).broken:
                self._by_key[entry.body["key"]] = offset
        elif who in self._last:
            self._written[who] = self._last[who], offset

    def _body(self, offset: int) -> Any:
        with self.path.open("rb") as file:
            file.seek(offset)
            return json.loads(file.readline())["body"]
