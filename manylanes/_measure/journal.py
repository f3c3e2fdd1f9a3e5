"""The journal of a run: a head, then one line per visit, so that the run can continue."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from manylanes._measure.workload import LONG_CALL_S
from manylanes._record.disk import explain_disk_error
from manylanes._record.query import RecordError


@dataclass(frozen=True)
class Entry:
    """The samples of one visit."""

    round: int
    label: str
    compile_s: float
    calls: int
    samples_s: list[float]
    ruled_out: list[str]
    in_flight_calls: int = 0
    in_flight_s: list[float] = field(default_factory=list)

    @property
    def key(self) -> tuple[int, str]:
        """The round and the label, which identify the visit as in `Visit.key`."""
        return self.round, self.label


def journal_path(folder: Path, suite: str) -> Path:
    """Return the path of a suite's journal, which exists while the suite is unfinished."""
    return folder / f"{suite}.json.partial"


@dataclass
class Journal:
    """A journal file. `head` is the first line of the file and describes the run.

    Opening a file reads its entries and raises RecordError if its head differs or if a complete
    line is damaged. If there is no file, opening creates one with the head.
    """

    path: Path
    head: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)
    _file: BinaryIO | None = None

    def __enter__(self) -> Journal:
        try:
            size = self._read() if self.path.exists() else 0
            self._file = self.path.open("r+b" if size else "wb")
            # A process that is killed while it writes leaves an incomplete last line. `_read` does
            # not count this line, and the next entry overwrites it.
            self._file.seek(size)
            if not size:
                self._append(self.head)
        except OSError as error:
            raise explain_disk_error(self.path, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            # On a full disk, closing the file fails, but `add` has already reported the failure.
            with contextlib.suppress(OSError):
                self._file.close()

    def add(self, entry: Entry) -> None:
        """Append an entry to the file."""
        try:
            self._append(vars(entry))
        except OSError as error:
            raise explain_disk_error(self.path, error) from error
        self.entries.append(entry)

    def calls(self, label: str) -> int:
        """Return the number of calls per sample of a case, which is the same in all rounds.

        A case without an entry has 0 calls.
        """
        return next((entry.calls for entry in self.entries if entry.label == label), 0)

    def in_flight_calls(self, label: str) -> int:
        """Return the number of calls in flight per sample of a case, or 0 without an entry."""
        return next((entry.in_flight_calls for entry in self.entries if entry.label == label), 0)

    def long_samples(self, label: str) -> list[float]:
        """Return the samples of a case that took at least LONG_CALL_S."""
        samples = [entry.samples_s for entry in self.entries if entry.label == label]
        return [sample for each in samples for sample in each if sample >= LONG_CALL_S]

    def remove(self) -> None:
        """Delete the file."""
        self.path.unlink(missing_ok=True)

    def _append(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def _read(self) -> int:
        """Read the entries of all complete lines and return the size of these lines."""
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        if not whole:
            return 0
        try:
            head, *lines = [json.loads(line) for line in whole.split(b"\n")]
            self.entries = [Entry(**line) for line in lines]
        except (ValueError, TypeError):
            raise RecordError(
                f"{self.path} is damaged. Use --fresh to discard it and start again."
            ) from None
        self._require_same_head(head)
        return len(whole) + 1

    def _require_same_head(self, head: Mapping[str, Any]) -> None:
        current = json.loads(json.dumps(self.head))
        for name, now in current.items():
            then = head.get(name)
            if then == now:
                continue
            difference = f"{then} then, {now} now"
            if isinstance(then, dict) and isinstance(now, dict):
                keys = [key for key in {**then, **now} if then.get(key) != now.get(key)]
                differences = (f"{key} {then.get(key)} then, {now.get(key)} now" for key in keys)
                difference = ", ".join(differences)
            raise RecordError(
                f"{self.path} was begun under other conditions ({name}: {difference}). "
                "Restore these conditions to finish it, or use --fresh to start again."
            )
