"""A record: every sample of one run of the suite, and all that is needed to repeat it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from manylanes._record.disk import write_whole
from manylanes._record.quantity import Quantity
from manylanes._record.query import RecordError, answer
from manylanes._record.schema import MEASUREMENT, RECORD, checked

SCHEMA = 1


@dataclass(frozen=True)
class Measurement:
    """One case of the suite: what it was, what it must do, how long it took each time."""

    suite: str
    case: str
    params: Mapping[str, int | float | str]
    work: int
    bytes: int
    donated: str
    compile_s: float
    samples_s: tuple[float, ...]
    doubts: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """As a query names it: `gemm[m=16,k=16,n=16]`."""
        return label(self.case, self.params)

    def quantity(self, name: str) -> Quantity:
        """`time` in s, `rate` in FLOP/s, `bandwidth` in B/s, `step` in s for one of its `steps`,
        or `compile` in s."""
        if name == "time":
            return Quantity.of(self.samples_s, "s")
        if name == "compile":
            return Quantity(self.compile_s, self.compile_s, self.compile_s, "s")
        if name == "rate" and self.work:
            return Quantity.of((self.work / s for s in self.samples_s), "FLOP/s")
        if name == "bandwidth" and self.bytes:
            return Quantity.of((self.bytes / s for s in self.samples_s), "B/s")
        steps = self.params.get("steps")
        if name == "step" and isinstance(steps, int):
            return Quantity.of((s / steps for s in self.samples_s), "s")
        has = ["time", "compile"]
        has += ["rate"] if self.work else []
        has += ["bandwidth"] if self.bytes else []
        has += ["step"] if isinstance(steps, int) else []
        raise RecordError(f"{self.label} has no .{name}: it has .{', .'.join(has)}.")


@dataclass(frozen=True)
class Record:
    """What one machine did, once. The only place a measured number comes from."""

    id: str
    taken: str
    command: str
    commit: str | None
    device: Mapping[str, Any]
    versions: Mapping[str, str]
    precision: str
    inputs: str
    measurements: tuple[Measurement, ...]

    @classmethod
    def load(cls, path: str | Path) -> Record:
        path = Path(path)
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            command = f"python -m manylanes measure --out {path.name}"
            raise RecordError(f"There is no record at {path}. `{command}` takes one.") from None
        except (OSError, UnicodeDecodeError) as error:
            raise RecordError(f"Cannot read the record {path}: {error}.") from error
        return cls.parse(text, str(path))

    @classmethod
    def parse(cls, text: str, name: str = "record") -> Record:
        try:
            raw = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(
                f"{name} is not JSON (line {error.lineno}: {error.msg}). "
                "Take the record again, or restore the file."
            ) from None
        if isinstance(raw, dict) and raw.get("schema") != SCHEMA:
            raise RecordError(
                f"{name} has schema {raw.get('schema')!r}; this manylanes reads schema {SCHEMA}. "
                "Take the record again with this version."
            )
        whole = checked(raw, RECORD, name)
        del whole["schema"]
        rows = [
            _measurement(checked(row, MEASUREMENT, f"{name}: measurements[{index}]"))
            for index, row in enumerate(whole["measurements"])
        ]
        record = cls(**{**whole, "measurements": tuple(rows)})
        record._refuse_twins(name)
        return record

    def _refuse_twins(self, name: str) -> None:
        seen = set()
        for row in self.measurements:
            if row.label in seen:
                raise RecordError(f"{name}: {row.label} stands there twice; a case has one place.")
            seen.add(row.label)

    def dump(self) -> str:
        """One line a measurement, so that a difference between two records can be read."""
        whole = {"schema": SCHEMA, **{f.name: getattr(self, f.name) for f in fields(self)}}
        del whole["measurements"]
        head = json.dumps(whole, indent=1, ensure_ascii=False, allow_nan=False)
        rows = ",\n".join("  " + dump_row(row) for row in self.measurements)
        return f'{head[:-2]},\n "measurements": [\n{rows}\n ]\n}}\n'

    def save(self, path: str | Path) -> None:
        write_whole(Path(path), self.dump())

    def query(self, text: str) -> Quantity:
        """`gemm[n=2048].rate`, or such quantities joined by `/` and `*`."""
        return answer(text, self.id, self.measurements)


def label(case: str, params: Mapping[str, object]) -> str:
    inside = ",".join(f"{key}={value}" for key, value in params.items())
    return f"{case}[{inside}]" if inside else case


def dump_row(row: Measurement) -> str:
    raw = {f.name: getattr(row, f.name) for f in fields(row)}
    return json.dumps(raw, ensure_ascii=False, allow_nan=False)


def _measurement(raw: dict[str, Any]) -> Measurement:
    lists = {key: tuple(raw[key]) for key in ("samples_s", "doubts")}
    return Measurement(**{**raw, **lists})
