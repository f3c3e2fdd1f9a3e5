"""Results of a suite: one run of the suite with the roofs, and the conditions of the run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from manylanes._record.conditions import Conditions
from manylanes._record.disk import write_atomically
from manylanes._record.measurement import Measurement
from manylanes._record.quantity import MARGIN
from manylanes._record.query import RecordError
from manylanes._record.schema import CONDITIONS, IN_FLIGHT, MEASUREMENT, RESULTS_FILE, check_fields

SCHEMA = 2
# Name of the suite of roofs. Roofs are measured in the same rounds as the cases of a suite.
ROOFS = "roofs"


@dataclass(frozen=True)
class SuiteResults:
    """Results of one run of a suite, with the machine, versions and conditions of the run."""

    suite: str
    taken: str
    command: str
    commit: str | None
    device: Mapping[str, Any]
    versions: Mapping[str, str]
    precision: str
    inputs: str
    conditions: Conditions | None  # None: not recorded
    measurements: tuple[Measurement, ...]

    @classmethod
    def load(cls, path: str | Path) -> SuiteResults:
        """Load a results file; raise RecordError if it cannot be read or is invalid."""
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"Cannot read {path}: {error}.") from error
        return cls.parse(text, path)

    @classmethod
    def parse(cls, text: str, path: Path) -> SuiteResults:
        """Build the results from the text of the file `path`: `RECORD/SUITE.json`.

        Raise RecordError if the text is invalid.
        """
        try:
            raw = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(
                f"{path} is not JSON: {error}. Restore the file, or run its command again."
            ) from None
        if isinstance(raw, dict) and raw.get("schema") != SCHEMA:
            raise RecordError(
                f"{path} has schema {raw.get('schema')!r}, but this version reads schema {SCHEMA}. "
                "Measure it again with this version."
            )
        whole = check_fields(raw, RESULTS_FILE, str(path))
        del whole["schema"]
        if whole["conditions"] is not None:
            conditions = check_fields(whole["conditions"], CONDITIONS, f"{path}: conditions")
            whole["conditions"] = Conditions.from_json(conditions)
        run = f"{path.parent.name} {whole['taken']}"
        whole["measurements"] = tuple(
            Measurement.from_json(
                check_fields(row, MEASUREMENT, f"{path}: measurements[{i}]", IN_FLIGHT),
                path.stem,
                run,
            )
            for i, row in enumerate(whole["measurements"])
        )
        results = cls(suite=path.stem, **whole)
        results._require_own_cases(path)
        return results

    def _require_own_cases(self, path: Path) -> None:
        labels = set()
        for row in self.measurements:
            if row.suite not in (self.suite, ROOFS):
                raise RecordError(
                    f"{path}: {row.label} belongs to the suite {row.suite!r}, but the file is "
                    f"named {self.suite!r}. Name the file after its suite."
                )
            if row.label in labels:
                raise RecordError(f"{path} contains {row.label} twice. Remove one of the two rows.")
            labels.add(row.label)

    @property
    def cases(self) -> tuple[Measurement, ...]:
        """The measurements without the roofs; none for the suite of roofs."""
        return tuple(row for row in self.measurements if row.suite != ROOFS)

    @property
    def roofs(self) -> tuple[Measurement, ...]:
        """The measurements of the roofs and of the dispatch overhead in this run."""
        return tuple(row for row in self.measurements if row.suite == ROOFS)

    @property
    def noise(self) -> tuple[str, ...]:
        """Reasons to consider the run noisy; empty for an undisturbed run."""
        return tuple(self._high_load() + self._uncertain_roofs())

    def _high_load(self) -> list[str]:
        cores = self.device.get("cores")
        if self.conditions is None or self.conditions.load is None or not cores:
            return []
        before, after = self.conditions.load
        text = f"load {before:.1f} before and {after:.1f} after, on {cores} cores"
        # After the run, the load includes the threads of the run (one per core), so the limit is
        # higher.
        return [text] if before > cores / 2 or after > 1.5 * cores else []

    def _uncertain_roofs(self) -> list[str]:
        reasons = []
        for row in self.roofs:
            time, modes = row.quantity("time"), row.modes
            if row.case == "roof" and time.high > MARGIN * time.low:
                bimodal = f" ({modes})" if modes else ""
                reasons.append(
                    f"{row.label} is uncertain by a factor of {time.high / time.low:.2f}{bimodal}"
                )
        return reasons

    def to_json(self) -> str:
        """Return JSON with one line per measurement, so that two files can be compared."""
        whole: dict[str, Any] = {"schema": SCHEMA}
        whole |= {f.name: getattr(self, f.name) for f in fields(self) if f.name != "suite"}
        if self.conditions is not None:
            whole["conditions"] = self.conditions.as_dict()
        del whole["measurements"]
        head = json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False)
        rows = ",\n".join("  " + row.to_json() for row in self.measurements)
        return f'{head[:-2]},\n "measurements": [\n{rows}\n ]\n}}\n'

    def save(self, folder: Path) -> Path:
        """Write `SUITE.json` in `folder`, which must exist, and return its path."""
        path = folder / f"{self.suite}.json"
        write_atomically(path, self.to_json())
        return path
