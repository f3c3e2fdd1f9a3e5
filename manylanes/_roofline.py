"""From a program to a place under the roof: how long it should take, and what holds it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import Any

import jax

from manylanes._cost import Bound, Cost, cost
from manylanes._cost.bound import bound_of
from manylanes._cost.price.custom_cost import Rule
from manylanes._cost.read.request import Request
from manylanes._doubt import Roof
from manylanes._draw import svg
from manylanes._record import Record
from manylanes._record.quantity import MARGIN, seconds
from manylanes._time import Timing, time

_LIMITS = {
    "compute": "arithmetic",
    "memory": "memory bandwidth",
    "call": "dispatch overhead",
}
# The other walls together may take so much of the longest before it is no longer the one.
_CLEAR = 0.5


@dataclass(frozen=True)
class Roofline:
    """What `roofline` found; `str()` says it, a notebook draws it, `timed()` holds it to a run."""

    cost: Cost
    roof: Roof
    timing: Timing | None = None
    _again: Callable[..., Timing] | None = field(default=None, repr=False, compare=False)

    @property
    def work(self) -> int:
        return self.cost.work

    @property
    def intensity(self) -> float:
        return self.cost.intensity

    @property
    def parts(self) -> Mapping[str, float]:
        """Seconds that each wall alone would take."""
        return {
            "compute": self.work / self.roof.rate,
            "memory": self.cost.bytes / self.roof.bandwidth,
            "call": self.roof.call_s,
        }

    @property
    def low_s(self) -> float:
        """Everything at once: as long as the longest part."""
        return max(self.parts.values())

    @property
    def high_s(self) -> float:
        """Nothing at once: all parts after each other."""
        return sum(self.parts.values())

    @property
    def wall(self) -> str:
        """ "compute", "memory" or "call": the part that takes longest."""
        return max(self.parts, key=lambda name: self.parts[name])

    @property
    def verdict(self) -> str:
        others = self.high_s - self.low_s
        word = _LIMITS[self.wall]
        if others > _CLEAR * self.low_s:
            second = sorted(self.parts, key=lambda name: self.parts[name])[-2]
            return f"limited by {word}, then {_LIMITS[second]}"
        return f"limited by {word}"

    @property
    def turns(self) -> int:
        """How often loops turn, where the host of a GPU launches each turn by itself: a time that
        no wall foretells; 0 on any other device."""
        gpu = self.roof.device is not None and self.roof.device["kind"] == "gpu"
        return sum(self.cost.rounds.values()) if gpu else 0

    @property
    def short(self) -> str:
        """Times and wall."""
        turns = f"; plus the launches of {self.turns:,} loop iterations" if self.turns else ""
        work, moved = self.bounds
        low = f"{work.joined(moved).words}{seconds(self.low_s)}"
        if not self.high_s:
            if self.cost.unknown:
                return "unknown: what takes time in this program is not counted"
            return f"{low}: the program does no work and moves no byte"
        return f"{low} to {seconds(self.high_s)}, {self.verdict}{turns}"

    @property
    def bounds(self) -> tuple[Bound, Bound]:
        """How work and bytes stand to the true ones."""
        return bound_of(self.cost, "work"), bound_of(self.cost, "bytes")

    def timed(self, **how: Any) -> Roofline:
        """The same with a timing beside it; `how` is what `time` takes, such as `budget_s`."""
        if self._again is None:
            raise ValueError(
                "There is nothing to run: roofline was given shapes. Give it arrays, or hold a "
                "timing of yours against it with `against(time(...))`."
            )
        return self.against(self._again(**how))

    def against(self, timing: Timing) -> Roofline:
        if not isinstance(timing, Timing):
            raise ValueError(f"A prediction is held against a timing, time(f, x), not {timing!r}.")
        if not timing.work and not timing.bytes:
            timing = replace(timing, work=self.work, bytes=self.cost.bytes)
        return replace(self, timing=timing)

    @property
    def share(self) -> float | None:
        """What part of the roof over this program a run reached; None: nothing was timed."""
        return self.low_s / self.timing.median if self.timing and self.timing.median else None

    @property
    def svg(self) -> str:
        """The drawing."""
        if not self.work or not self.cost.bytes:
            raise ValueError("Nothing to draw: the program does no work, or moves no byte.")
        return svg(self)

    def _repr_svg_(self) -> str | None:
        return self.svg if self.work and self.cost.bytes else None

    def __str__(self) -> str:
        shares = ", ".join(f"{_LIMITS[name]} {seconds(s)}" for name, s in self.parts.items())
        lines = [
            self.short,
            f"{shares}; {self.intensity:.3g} operations for each byte, "
            f"the ridge is at {self.roof.rate / self.roof.bandwidth:.3g}",
        ]
        if self.cost.sent:
            lines.append(
                f"Not predicted: {self.cost.sent:,} bytes that each device sends to another. "
                "The roofs do not include the bandwidth of a link."
            )
        if self.bounds != (Bound.EXACT, Bound.EXACT):
            said = "work {}, bytes {}".format(*self.bounds)
            lines.append(f"The counts are not exact ({said}), nor is the prediction.")
            lines += [f"not counted: {what}" for what in self.cost.unknown]
        if self.timing is not None:
            lines += [self._came(self.timing), str(self.timing)]
        return "\n".join(lines)

    def _came(self, timing: Timing) -> str:
        took = timing.median
        if not self.high_s:
            return "Nothing was predicted: the program does no work and moves no byte."
        if took > self.high_s * MARGIN:
            return (
                f"Measured {seconds(took)}, {took / self.high_s:.1f} times the most: it waits for "
                "something that is not counted, or does not use all lanes."
            )
        if took * MARGIN < self.low_s:
            return (
                f"Measured {seconds(took)}, {self.low_s / took:.1f} times faster than the least: "
                "the doubts say what can explain it."
            )
        return f"Measured {seconds(took)}: as predicted, within the margin of {MARGIN - 1:.0%}."


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
    """Where a program stands under a roof: `print(roofline(f, x, on="book/data/records/cpu"))`.

    `on` is a `Record` or its folder, or a `Roof(rate, bandwidth)` from a data sheet. Arguments are
    those of `cost`; given arrays, `roofline(...).timed()` runs the function as well.
    """
    roof = roof_of(on)
    asked = Request.create(fn, args, keywords, platform, static)
    counted = cost(
        fn, *args, rounds=rounds, total_rounds=total_rounds, platform=platform, static=static,
        rules=rules, **keywords,
    )  # fmt: skip
    described = any(isinstance(leaf, str | jax.ShapeDtypeStruct)
                    for leaf in jax.tree.leaves(asked.traced))  # fmt: skip

    def again(**how: Any) -> Timing:
        call, arrays, words = asked.runnable()
        against: dict[str, Any] = {"work": counted.work, "bytes": counted.bytes, "roof": roof}
        return time(call, *arrays, **words, **against, **how)

    return Roofline(counted, roof, _again=None if described or not callable(fn) else again)


def roof_of(on: Any) -> Roof:
    if isinstance(on, str | PathLike):
        on = Record.load(Path(on))
    if isinstance(on, Record):
        return Roof.of(on)
    if not isinstance(on, Roof):
        raise ValueError(
            f"`on` is a {type(on).__name__}: give a Record or its folder, or "
            "Roof(rate=..., bandwidth=...) in FLOP/s and B/s."
        )
    return on
