"""Roofline model: predict how long a program takes on a device, and what limits it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import jax

from manylanes._cost import Bound, Cost, cost
from manylanes._cost.price.custom_cost import Rule
from manylanes._cost.read.request import Request
from manylanes._cost.show.amounts import bound_of
from manylanes._record import Record
from manylanes._record.quantity import MARGIN, format_seconds
from manylanes._roof import Roof
from manylanes._time import Timing, time

_LIMITS = {
    "compute": "arithmetic",
    "memory": "memory bandwidth",
    "call": "dispatch overhead",
}
# The verdict names a second limit if the sum of the other parts exceeds this fraction of the
# longest part.
_SECOND_LIMIT = 0.5


@dataclass(frozen=True, repr=False)
class Roofline:
    """A predicted time and its limit, displayed as text.

    `measure()` runs the program and adds the timing.
    """

    cost: Cost
    roof: Roof
    timing: Timing | None = None
    _time_program: Callable[..., Timing] | None = field(default=None, compare=False)

    @property
    def work(self) -> int:
        """The FLOPs of the program."""
        return self.cost.work

    @property
    def intensity(self) -> float:
        """Arithmetic intensity in FLOP/B, as in `Cost.intensity`."""
        return self.cost.intensity

    @property
    def parts(self) -> Mapping[str, float]:
        """Predicted seconds for each of "compute", "memory" and "call" (dispatch)."""
        return {
            "compute": self.work / self.roof.rate,
            "memory": self.cost.bytes / self.roof.bandwidth,
            "call": self.roof.call_s,
        }

    @property
    def low_s(self) -> float:
        """Predicted seconds if all parts overlap: the longest part."""
        return max(self.parts.values())

    @property
    def high_s(self) -> float:
        """Predicted seconds if nothing overlaps: the sum of all parts."""
        return sum(self.parts.values())

    @property
    def limit(self) -> str:
        """The longest part: "compute", "memory" or "call"."""
        return max(self.parts, key=lambda name: self.parts[name])

    @property
    def verdict(self) -> str:
        """The limit in words, and a second one if the other parts exceed half of the longest."""
        others = self.high_s - self.low_s
        limit = _LIMITS[self.limit]
        if others > _SECOND_LIMIT * self.low_s:
            second = sorted(self.parts, key=lambda name: self.parts[name])[-2]
            return f"limited by {limit}, then {_LIMITS[second]}"
        return f"limited by {limit}"

    @property
    def launched_iterations(self) -> int:
        """The loop iterations whose launches the prediction does not include.

        The number is 0 unless the roof was measured on a GPU.
        """
        gpu = self.roof.device is not None and self.roof.device["kind"] == "gpu"
        return sum(self.cost.rounds.values()) if gpu else 0

    @property
    def summary(self) -> str:
        """Predicted time and limit on one line, or why there are none."""
        count = self.launched_iterations
        launches = f"; plus the launches of {count:,} loop iterations" if count else ""
        work, moved = self.bounds
        low = f"{work.combine(moved).prefix}{format_seconds(self.low_s)}"
        if not self.high_s:
            if self.cost.unknown:
                return "unknown: nothing in this program could be counted"
            return f"{low}: the program does no work and moves no bytes"
        return f"{low} to {format_seconds(self.high_s)}, {self.verdict}{launches}"

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """The bound of the work and that of the bytes."""
        return bound_of(self.cost, "work"), bound_of(self.cost, "bytes")

    def measure(self, **options: Any) -> Roofline:
        """Run the program and return the roofline with its timing; pass `options` to `time`.

        Raise ValueError if the roofline was made from shapes instead of arrays.
        """
        if self._time_program is None:
            raise ValueError(
                "There is nothing to run: roofline was given shapes. Pass arrays, or add a timing "
                "with `with_timing(time(...))`."
            )
        return self.with_timing(self._time_program(**options))

    def with_timing(self, timing: Timing) -> Roofline:
        """Return the roofline with a timing to compare with the prediction.

        A timing without work and bytes gets those of the program.
        """
        if not isinstance(timing, Timing):
            raise ValueError(f"with_timing takes a timing, time(f, x), not {timing!r}.")
        if not timing.work and not timing.bytes:
            timing = replace(timing, work=self.work, bytes=self.cost.bytes)
        return replace(self, timing=timing)

    @property
    def share(self) -> float | None:
        """Shortest predicted time as a fraction of the measured median; None without a timing."""
        return self.low_s / self.timing.median if self.timing and self.timing.median else None

    def __str__(self) -> str:
        parts = ", ".join(f"{_LIMITS[name]} {format_seconds(s)}" for name, s in self.parts.items())
        lines = [
            self.summary,
            f"{parts}; {self.intensity:.3g} operations for each byte, "
            f"the ridge is at {self.roof.rate / self.roof.bandwidth:.3g}",
        ]
        if self.cost.sent:
            lines.append(
                f"Not predicted: {self.cost.sent:,} bytes that each device sends to another. "
                "The roofs do not include the bandwidth of a link."
            )
        if self.bounds != (Bound.EXACT, Bound.EXACT):
            bounds = "work {}, bytes {}".format(*self.bounds)
            lines.append(f"The prediction is not exact, because the counts are not ({bounds}).")
            lines += [f"not counted: {reason}" for reason in self.cost.unknown]
        if self.timing is not None:
            lines += [self._compare(self.timing), str(self.timing)]
        return "\n".join(lines)

    __repr__ = __str__

    def _compare(self, timing: Timing) -> str:
        measured = timing.median
        if not self.high_s:
            return "Nothing was predicted: the program does no work and moves no bytes."
        text = f"Measured {format_seconds(measured)}"
        if measured > self.high_s * MARGIN:
            return (
                f"{text}, {measured / self.high_s:.1f} times the upper prediction: it waits for "
                "something that is not counted, or does not use all lanes."
            )
        if measured * MARGIN < self.low_s:
            return (
                f"{text}, {self.low_s / measured:.1f} times faster than the lower prediction: "
                "see the explanations below."
            )
        return f"{text}: as predicted, within the margin of {MARGIN - 1:.0%}."


def roofline(
    fn: Callable[..., Any],
    *args: Any,
    on: Record | Roof | str | PathLike[str],
    static: Any = (),
    rounds: Mapping[int, int] | None = None,
    total_rounds: Mapping[int, int] | None = None,
    platform: str | None = None,
    rules: Mapping[str, Rule] | None = None,
    **keywords: Any,
) -> Roofline:
    """Predict the time of a program: `print(roofline(f, x, on="book/data/records/cpu"))`.

    `on` is a `Record` or its folder, or a `Roof(rate, bandwidth)` from a data sheet. All other
    arguments are passed to `cost`. If the arguments are arrays, `roofline(...).measure()` also runs
    the function.
    """
    roof = load_roof(on)
    request = Request.create(fn, args, keywords, platform, static)
    counted = cost(
        fn, *args, rounds=rounds, total_rounds=total_rounds, platform=platform, static=static,
        rules=rules, **keywords,
    )  # fmt: skip
    shapes_only = any(isinstance(leaf, str | jax.ShapeDtypeStruct)
                      for leaf in jax.tree.leaves(request.traced_arguments))  # fmt: skip

    def time_program(**options: Any) -> Timing:
        call, arrays, names = request.prepare_call()
        facts: dict[str, Any] = {"work": counted.work, "bytes_moved": counted.bytes, "roof": roof}
        return time(call, *arrays, **names, **facts, **options)

    runnable = callable(fn) and not shapes_only
    return Roofline(counted, roof, _time_program=time_program if runnable else None)


def load_roof(on: Any) -> Roof:
    """Return the roof of a `Record` or of a record's folder; return a `Roof` unchanged."""
    if isinstance(on, str | PathLike):
        on = Record.load(Path(on))
    if isinstance(on, Record):
        return Roof.from_record(on)
    if not isinstance(on, Roof):
        raise ValueError(
            f"`on` is a {type(on).__name__}: pass a Record or its folder, or "
            "Roof(rate=..., bandwidth=...) in FLOP/s and B/s."
        )
    return on
