"""A sheet: one run of one suite with the roofs, and all that is needed to repeat it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from manylanes._record.conditions import Conditions
from manylanes._record.disk import write_whole
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import MARGIN
from manylanes._record.query import RecordError
from manylanes._record.schema import CONDITIONS, MEASUREMENT, SHEET, checked

SCHEMA = 2
# What a device can do at most stands in every sheet, taken in the same rounds as its cases.
ROOFS = "roofs"


@dataclass(frozen=True)
class Sheet:
    suite: str
    taken: str
    command: str
    commit: str | None
    device: Mapping[str, Any]
    versions: Mapping[str, str]
    precision: str
    inputs: str
    conditions: Conditions | None  # None: nobody has noted them
    measurements: tuple[Measurement, ...]

    @classmethod
    def load(cls, path: str | Path) -> Sheet:
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"Cannot read {path}: {error}.") from error
        return cls.parse(text, path)

    @classmethod
    def parse(cls, text: str, path: Path) -> Sheet:
        """The file's name is the suite's, its folder's name the record's."""
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(
                f"{path} is not JSON: {error}. Restore the file, or take it again by the command "
                "that stands in it."
            ) from None
        if isinstance(raw, dict) and raw.get("schema") != SCHEMA:
            raise RecordError(
                f"{path} has schema {raw.get('schema')!r}; this manylanes reads schema {SCHEMA}. "
                "Take it again with this version."
            )
        whole = checked(raw, SHEET, str(path))
        del whole["schema"]
        if whole["conditions"] is not None:
            noted = checked(whole["conditions"], CONDITIONS, f"{path}: conditions")
            whole["conditions"] = Conditions.of(noted)
        run = f"{path.parent.name} {whole['taken']}"
        whole["measurements"] = tuple(
            Measurement.of(checked(row, MEASUREMENT, f"{path}: measurements[{i}]"), path.stem, run)
            for i, row in enumerate(whole["measurements"])
        )
        sheet = cls(suite=path.stem, **whole)
        sheet._refuse_strangers(path)
        return sheet

    def _refuse_strangers(self, path: Path) -> None:
        seen = set()
        for row in self.measurements:
            if row.suite not in (self.suite, ROOFS):
                raise RecordError(
                    f"{path}: {row.label} is of the suite {row.suite!r}, and the file's name says "
                    f"{self.suite!r}. Give the file its suite's name."
                )
            if row.label in seen:
                raise RecordError(f"{path}: {row.label} stands there twice; a case has one place.")
            seen.add(row.label)

    @property
    def cases(self) -> tuple[Measurement, ...]:
        return tuple(row for row in self.measurements if row.suite != ROOFS)

    @property
    def roofs(self) -> tuple[Measurement, ...]:
        return tuple(row for row in self.measurements if row.suite == ROOFS)

    @property
    def noise(self) -> tuple[str, ...]:
        """Why the sheet is noisy, one sentence each; none where nothing speaks for it."""
        return tuple(self._load() + self._wandering())

    def _load(self) -> list[str]:
        cores = self.device.get("cores")
        if self.conditions is None or self.conditions.load is None or not cores:
            return []
        before, after = self.conditions.load
        said = f"load {before:.1f} before and {after:.1f} after, on {cores} cores"
        # Afterwards the run's own threads count as well: one for each core.
        return [said] if before > cores / 2 or after > 1.5 * cores else []

    def _wandering(self) -> list[str]:
        found = []
        for row in self.roofs:
            time, modes = row.quantity("time"), row.modes
            if row.case == "roof" and time.high > MARGIN * time.low:
                off = f"{time.high / time.low:.2f}"
                two = f", it has {modes}" if modes else ""
                found.append(f"{row.label} is known to a factor of {off} only{two}")
        return found

    def dump(self) -> str:
        """One line a measurement, so that a difference between two sheets can be read."""
        whole: dict[str, Any] = {"schema": SCHEMA}
        whole |= {f.name: getattr(self, f.name) for f in fields(self) if f.name != "suite"}
        if self.conditions is not None:
            whole["conditions"] = self.conditions.as_dict()
        del whole["measurements"]
        head = json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False)
        rows = ",\n".join("  " + row.dump() for row in self.measurements)
        return f'{head[:-2]},\n "measurements": [\n{rows}\n ]\n}}\n'

    def save(self, folder: Path) -> Path:
        path = folder / f"{self.suite}.json"
        write_whole(path, self.dump())
        return path
