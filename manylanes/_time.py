"""One honest timing: compiled first, warmed up, awaited, repeated until it is known, questioned."""

from __future__ import annotations

import statistics
import time as _clocks
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import jax

from manylanes._device import device
from manylanes._doubt import Excuse, Roof, question, refuse_elsewhere
from manylanes._record.quantity import interval, scaled, seconds
from manylanes._sample import KNOWN, Carry, Clock, Program, Sampler, Wait, evidence, same


@dataclass(frozen=True)
class Timing:
    """Seconds. `low` and `high` are the fastest and the slowest sample, each a mean of `calls`."""

    compile_s: float | None  # None: what was timed is not jitted, and nobody saw it compile
    samples: tuple[float, ...]
    doubts: tuple[Excuse, ...] = ()
    questioned: bool = False
    calls: int = 1
    roof: Roof | None = field(default=None, repr=False)
    above: str = ""  # which of the samples the doubts are about
    work: float = 0  # of one call, as `bytes`; 0: not said
    bytes: float = 0

    def __post_init__(self) -> None:
        if not self.samples or not all(isinstance(s, int | float) for s in self.samples):
            raise ValueError("A timing has at least one sample, and each is a number of seconds.")

    @property
    def median(self) -> float:
        return statistics.median(self.samples)

    @property
    def low(self) -> float:
        return min(self.samples)

    @property
    def high(self) -> float:
        return max(self.samples)

    @property
    def known_to(self) -> float | None:
        """How wide the interval of the median is, as a part of it; None: too few samples."""
        ends = interval(self.samples)
        return (ends[1] - ends[0]) / self.median if ends and self.median else None

    @property
    def rate(self) -> float | None:
        """FLOP/s, by the median; None where no work was given."""
        return self.work / self.median if self.work and self.median else None

    @property
    def bandwidth(self) -> float | None:
        """B/s, by the median; None where no bytes were given."""
        return self.bytes / self.median if self.bytes and self.median else None

    @property
    def shares(self) -> dict[str, float]:
        """What part of each wall of the roof it reached; that of "compute" is known as MFU."""
        if self.roof is None:
            return {}
        pairs = {"compute": (self.rate, self.roof.rate),
                 "memory": (self.bandwidth, self.roof.bandwidth)}  # fmt: skip
        return {name: got / most for name, (got, most) in pairs.items() if got is not None}

    def _rates(self) -> list[str]:
        found = {"compute": (self.rate, "FLOP/s"), "memory": (self.bandwidth, "B/s")}
        said = [
            f"{scaled(got)}{unit}"
            + (f" ({self.shares[name]:.0%} of the roof)" if self.shares else "")
            for name, (got, unit) in found.items()
            if got is not None
        ]
        return [f"That is {' and '.join(said)}."] if said else []

    def __str__(self) -> str:
        each = f" of {self.calls} calls" if self.calls > 1 else ""
        compiled = "not jitted: wrap it in jax.jit"
        if self.compile_s is not None:
            compiled = f"compiled in {seconds(self.compile_s)}"
        lines = [
            f"{seconds(self.median)} ({seconds(self.low)} to {seconds(self.high)}, "
            f"{len(self.samples)} sample{'s' * (len(self.samples) > 1)}{each}), {compiled}"
        ]
        lines += self._rates()
        known_to = self.known_to
        if known_to is not None and known_to > KNOWN:
            lines.append(
                f"The median is known to {known_to:.0%} only: a busy machine, or two modes."
            )
        if self.roof is not None and self.median < 2 * self.roof.call_s:
            lines.append(
                f"Most of it is the call: one that does nothing takes {seconds(self.roof.call_s)}."
            )
        if self.doubts:
            which = f": {self.above}" if self.above else ""
            lines.append(f"Above the roof{which}. One of these explains it:")
            lines += [f"  {doubt}: {doubt.meaning}" for doubt in self.doubts]
        elif not self.questioned:
            lines.append("Not held against a roof: give work or bytes, and roof=Roof.of(record).")
        return "\n".join(lines)


def time(
    fn: Callable[..., Any],
    *args: Any,
    repeats: int | None = None,
    warmup: int = 2,
    budget_s: float = 2.0,
    work: int = 0,
    bytes: int = 0,
    roof: Roof | None = None,
    carry: Carry = same,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
    **keywords: Any,
) -> Timing:
    """Time `fn(*args)`; with `work` or `bytes` and a `roof`, question what lies above it.

    Keywords other than these are the function's. Samples are taken until their median is known or
    `budget_s` is spent, or `repeats` of them. `carry` feeds a function that consumes a donated
    argument: it makes the next arguments from the last ones and the result.
    """
    _refuse(fn, repeats, warmup, work, bytes, roof)
    _refuse_how(args, keywords, budget_s, {"carry": carry, "clock": clock, "wait": wait})
    if roof is not None:
        refuse_elsewhere(roof, device())
    program = Program.of(fn, args, clock, keywords=keywords)
    sampler = Sampler(program.call, args, carry, clock, wait)
    result = sampler.warm_up(warmup)
    ruled_out = evidence(program, result, work)
    samples = sampler.samples(repeats, budget_s)
    timing = Timing(
        program.compile_s, samples, calls=sampler.calls, roof=roof, work=work, bytes=bytes
    )
    if roof is None or not (work or bytes):
        return timing
    return questioned(timing, work, bytes, roof, ruled_out)


def _refuse(
    fn: object, repeats: int | None, warmup: int, work: int, bytes: int, roof: object
) -> None:
    if not callable(fn):
        kind = type(fn).__name__
        raise ValueError(f"time takes a function, not {kind}: write time(f, x), not time(f(x)).")
    often = (warmup,) if repeats is None else (warmup, repeats)
    if any(type(number) is not int or number < 1 for number in often):
        # Without one warm call the first sample would pay for pages, threads and clocks.
        raise ValueError("time needs repeats and warmup of at least 1, in whole numbers.")
    numbers = all(isinstance(count, int | float) for count in (work, bytes))
    if not numbers or not all(0 <= count < inf for count in (work, bytes)):
        raise ValueError(f"work and bytes are counts, 0 or more; given were {work} and {bytes}.")
    if roof is not None and not isinstance(roof, Roof):
        raise ValueError(
            f"roof is a {type(roof).__name__}: give roof=Roof.of(record), or Roof(rate, bandwidth)."
        )


def _refuse_how(args: Any, keywords: Any, budget_s: object, called: dict[str, object]) -> None:
    if not isinstance(budget_s, int | float) or not budget_s > 0:
        raise ValueError(f"budget_s is a number of seconds above 0, not {budget_s!r}.")
    for name, each in called.items():
        if not callable(each):
            raise ValueError(f"{name} is a function, not {each!r}.")
    for leaf in jax.tree.leaves((args, keywords)):
        if isinstance(leaf, jax.ShapeDtypeStruct | str):
            raise ValueError(f"time runs the function: give it arrays, not a shape such as {leaf}.")
        if isinstance(leaf, jax.Array) and leaf.is_deleted():
            raise ValueError(
                "An argument was donated to an earlier call and is no more: make it anew."
            )


def questioned(timing: Timing, work: int, bytes: int, roof: Roof, ruled_out: set[Excuse]) -> Timing:
    """The fastest, the median and the slowest sample: whichever lies above the roof is asked."""
    doubts: tuple[Excuse, ...] = ()
    above = ""
    for said, value in (
        ("the fastest sample", timing.low),
        ("the median", timing.median),
        ("even the slowest sample", timing.high),
    ):
        found = question(value, work, bytes, roof, ruled_out)
        if found:
            # What lies higher needs no fewer excuses, so that the fastest sample's are all.
            doubts, above = doubts or found, said
    return replace(timing, doubts=doubts, questioned=True, above=above)
