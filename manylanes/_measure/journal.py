"""What a run has done so far, one line a visit, so that a killed run goes on where it was."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from manylanes._measure.workload import LONG_S
from manylanes._record.disk import cannot_write
from manylanes._record.query import RecordError


@dataclass(frozen=True)
class Entry:
    round: int
    label: str
    compile_s: float
    calls: int
    samples_s: list[float]
    ruled_out: list[str]

    @property
    def key(self) -> tuple[int, str]:
        return self.round, self.label


@dataclass
class Journal:
    """Opened with what is being measured on what; refuses to go on with anything else."""

    path: Path
    head: Mapping[str, Any]
    entries: list[Entry] = field(default_factory=list)
    _file: BinaryIO | None = None

    def __enter__(self) -> Journal:
        try:
            size = self._read() if self.path.exists() else 0
            self._file = self.path.open("r+b" if size else "wb")
            # A kill in the middle of a line leaves part of it; the next line is written over it.
            # What stays of it has no end of line, and is passed over in the same way.
            self._file.seek(size)
            if not size:
                self._append(self.head)
        except OSError as error:
            raise cannot_write(self.path, error) from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            # On a full disk closing fails as writing did, and that has been said already.
            with contextlib.suppress(OSError):
                self._file.close()

    def add(self, entry: Entry) -> None:
        try:
            self._append(vars(entry))
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self.entries.append(entry)

    def calls(self, label: str) -> int:
        """In each sample of a case; all its rounds take as many. 0: none is made yet."""
        return next((entry.calls for entry in self.entries if entry.label == label), 0)

    def long(self, label: str) -> list[float]:
        """The samples of a case that were long."""
        mine = [entry.samples_s for entry in self.entries if entry.label == label]
        return [sample for taken in mine for sample in taken if sample >= LONG_S]

    def remove(self) -> None:
        self.path.unlink(missing_ok=True)

    def _append(self, line: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(line).encode() + b"\n")
        self._file.flush()

    def _read(self) -> int:
        """Take over what was done; the size of what is whole."""
        whole, _, _ = self.path.read_bytes().rpartition(b"\n")
        if not whole:
            return 0
        try:
            head, *lines = [json.loads(line) for line in whole.split(b"\n")]
            self.entries = [Entry(**line) for line in lines]
        except (ValueError, TypeError):
            raise RecordError(
                f"{self.path} is damaged. Start again with --fresh, which throws it away."
            ) from None
        self._refuse_other(head)
        return len(whole) + 1

    def _refuse_other(self, head: Mapping[str, Any]) -> None:
        now = json.loads(json.dumps(self.head))
        for name in now:
            if head.get(name) != now[name]:
                difference = _difference(head, now, name)
                raise RecordError(
                    f"{self.path} was begun under other conditions ({name}: {difference}). "
                    "Finish it as it was begun, or start again with --fresh."
                )


def _difference(then: Mapping[str, Any], now: Mapping[str, Any], name: str) -> str:
    before, after = then.get(name), now[name]
    if isinstance(before, dict) and isinstance(after, dict):
        keys = [key for key in {**before, **after} if before.get(key) != after.get(key)]
        return ", ".join(f"{key} {before.get(key)} then, {after.get(key)} now" for key in keys)
    return f"{before} then, {after} now"
