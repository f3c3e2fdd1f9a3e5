"""One case of a suite, measured: every sample, round by round."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

from manylanes._record.quantity import Quantity, modes, seconds
from manylanes._record.query import RecordError

# What a measurement knows from the sheet it stands in; the file does not say it again.
_OF_THE_SHEET = ("sheet", "run")


@dataclass(frozen=True)
class Measurement:
    """What the case was, what it must do, how long it took each time."""

    suite: str
    case: str
    params: Mapping[str, int | float | str]
    work: int
    bytes: int
    donated: str
    compile_s: float
    calls: int  # awaited one by one within each sample, which is their mean
    rounds_s: tuple[tuple[float, ...], ...]
    doubts: tuple[str, ...] = ()
    sheet: str = ""
    run: str = ""

    @property
    def label(self) -> str:
        """As a query names it: `gemm[m=16,k=16,n=16]`."""
        return label(self.case, self.params)

    @property
    def samples_s(self) -> tuple[float, ...]:
        return tuple(sample for taken in self.rounds_s for sample in taken)

    @property
    def modes(self) -> str:
        """Two times that the rounds keep falling into, in words; empty where they do not."""
        groups = modes([median(taken) for taken in self.rounds_s])
        if groups is None:
            return ""
        said = [f"{seconds(median(group))} in {len(group)} rounds" for group in groups]
        return f"two modes, {' and '.join(said)}"

    def quantity(self, name: str) -> Quantity:
        """`time` in s, `rate` in FLOP/s, `bandwidth` in B/s, `step` in s for one of its `steps`,
        or `compile` in s."""
        steps = self.params.get("steps")
        if name == "time":
            return self._time()
        if name == "compile":
            return Quantity.exactly(self.compile_s, "s")
        if name == "rate" and self.work:
            return Quantity.exactly(self.work, "FLOP") / self._time()
        if name == "bandwidth" and self.bytes:
            return Quantity.exactly(self.bytes, "B") / self._time()
        if name == "step" and isinstance(steps, int) and steps > 0:
            return self._time() / Quantity.exactly(steps)
        has = ["time", "compile"]
        has += ["rate"] if self.work else []
        has += ["bandwidth"] if self.bytes else []
        has += ["step"] if isinstance(steps, int) and steps > 0 else []
        raise RecordError(f"{self.label} has no .{name}: it has .{', .'.join(has)}.")

    def _time(self) -> Quantity:
        samples = self.samples_s
        rounds = [median(taken) for taken in self.rounds_s]
        return Quantity.of(rounds, "s", (min(samples), max(samples)), self.run)

    def dump(self) -> str:
        raw = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in _OF_THE_SHEET}
        return json.dumps(raw, ensure_ascii=False, allow_nan=False)

    @classmethod
    def of(cls, raw: Mapping[str, Any], sheet: str, run: str) -> Measurement:
        lists = {
            "rounds_s": tuple(tuple(taken) for taken in raw["rounds_s"]),
            "doubts": tuple(raw["doubts"]),
        }
        return cls(**{**raw, **lists}, sheet=sheet, run=run)


def label(case: str, params: Mapping[str, object]) -> str:
    inside = ",".join(f"{key}={value}" for key, value in params.items())
    return f"{case}[{inside}]" if inside else case
