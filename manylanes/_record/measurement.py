"""One measured case of a suite, with every sample."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from statistics import median
from typing import Any

from manylanes._record.quantity import Quantity, find_modes, format_seconds
from manylanes._record.query import RecordError

# Fields that rows do not contain, because the results file as a whole determines them.
_NOT_SAVED = ("source_suite", "run")
# Fields that a row contains only if calls in flight were measured.
_OPTIONAL = ("in_flight_calls", "in_flight_rounds_s")


@dataclass(frozen=True)
class Measurement:
    """One measured case: parameters, work, bytes, and the time of every sample.

    `source_suite` is the suite whose results file contains the row. `source_suite` differs from
    `suite` only for roofs, which are measured with every suite. `run` is the folder and
    time of the run. Quantities of one run are paired by round.
    """

    suite: str
    case: str
    params: Mapping[str, int | float | str]
    work: int
    bytes: int
    donated: str
    compile_s: float
    calls: int  # calls per sample, each awaited before the next; a sample is their mean time
    rounds_s: tuple[tuple[float, ...], ...]
    doubts: tuple[str, ...] = ()
    source_suite: str = ""
    run: str = ""
    # The number of calls in each sample of calls in flight: the host starts the calls one after the
    # other and waits only for the last. 0 means that no calls in flight were measured.
    in_flight_calls: int = 0
    in_flight_rounds_s: tuple[tuple[float, ...], ...] = ()

    @property
    def label(self) -> str:
        """The case and its parameters, in the form of a query: `gemm[m=16,k=16,n=16]`."""
        return format_label(self.case, self.params)

    @property
    def samples_s(self) -> tuple[float, ...]:
        """The samples of all rounds."""
        return tuple(sample for samples in self.rounds_s for sample in samples)

    @property
    def fastest_s(self) -> float:
        """The fastest sample of calls in flight or, if these were not measured, of awaited calls.

        The fastest sample is the best estimate of a roof: noise only adds time, and calls in flight
        hide the dispatch overhead.
        """
        return min(
            (s for each in self.in_flight_rounds_s for s in each), default=min(self.samples_s)
        )

    @property
    def modes(self) -> str:
        """A description of the two modes of a bimodal measurement; otherwise empty."""
        groups = find_modes([median(samples) for samples in self.rounds_s])
        if groups is None:
            return ""
        parts = [f"{format_seconds(median(group))} in {len(group)} rounds" for group in groups]
        return f"two modes, {' and '.join(parts)}"

    def quantity(self, name: str) -> Quantity:
        """Return `time`, `in_flight`, `compile`, `step` (s), `rate` (FLOP/s) or `bandwidth` (B/s).

        `time` is the time of an awaited call, and `in_flight` is the time per call of many calls
        with one wait. `step` is the time of one step, for a case with the parameter `steps`. Raise
        RecordError for a quantity that the measurement does not have.
        """
        steps = self.params.get("steps")
        if name == "time":
            return self._time(self.rounds_s)
        if name == "in_flight" and self.in_flight_rounds_s:
            return self._time(self.in_flight_rounds_s)
        if name == "compile":
            return Quantity.exact(self.compile_s, "s")
        if name == "rate" and self.work:
            return Quantity.exact(self.work, "FLOP") / self._time(self._rate_rounds_s)
        if name == "bandwidth" and self.bytes:
            return Quantity.exact(self.bytes, "B") / self._time(self._rate_rounds_s)
        if name == "step" and isinstance(steps, int) and steps > 0:
            return self._time(self.rounds_s) / Quantity.exact(steps)
        available = ["time", "compile"]
        available += ["in_flight"] if self.in_flight_rounds_s else []
        available += ["rate"] if self.work else []
        available += ["bandwidth"] if self.bytes else []
        available += ["step"] if isinstance(steps, int) and steps > 0 else []
        raise RecordError(f"{self.label} has no .{name}; it has .{', .'.join(available)}.")

    @property
    def _rate_rounds_s(self) -> tuple[tuple[float, ...], ...]:
        """The samples from which rates and bandwidths are computed.

        The rate of a roof is computed from calls in flight, if these were measured. The roofline
        adds the dispatch overhead separately.
        """
        return (self.case == "roof" and self.in_flight_rounds_s) or self.rounds_s

    def _time(self, rounds_s: tuple[tuple[float, ...], ...]) -> Quantity:
        samples = [sample for each in rounds_s for sample in each]
        rounds = [median(each) for each in rounds_s]
        return Quantity.from_rounds(rounds, "s", (min(samples), max(samples)), self.run)

    def to_json(self) -> str:
        """Return the row of a results file: JSON on one line."""
        raw = {f.name: getattr(self, f.name) for f in fields(self) if f.name not in _NOT_SAVED}
        raw = {name: value for name, value in raw.items() if value or name not in _OPTIONAL}
        return json.dumps(raw, ensure_ascii=False, allow_nan=False)

    @classmethod
    def from_json(cls, raw: Mapping[str, Any], source_suite: str, run: str) -> Measurement:
        """Build a measurement from a row of the results file of `source_suite`."""
        lists = {
            name: tuple(tuple(samples) for samples in raw[name])
            for name in ("rounds_s", "in_flight_rounds_s")
            if name in raw
        }
        lists["doubts"] = tuple(raw["doubts"])
        return cls(**{**raw, **lists}, source_suite=source_suite, run=run)


def format_label(case: str, params: Mapping[str, object]) -> str:
    """Return the label of a case: `case[param=value,...]`."""
    inside = ",".join(f"{key}={value}" for key, value in params.items())
    return f"{case}[{inside}]" if inside else case
