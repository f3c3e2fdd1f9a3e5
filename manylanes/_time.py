"""Time a program: compile it, warm up, take samples, and compare the times with a roof."""

from __future__ import annotations

import statistics
import time as _clocks
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any

import jax

from manylanes._device import device
from manylanes._record.quantity import format_seconds, format_si, median_interval
from manylanes._roof import EXPLANATIONS, Roof, explain_excess, require_same_device
from manylanes._sample import (
    TARGET_UNCERTAINTY,
    Carry,
    Clock,
    Program,
    Sampler,
    Wait,
    rule_out,
    same_args,
)


@dataclass(frozen=True)
class Timing:
    """The samples of a timing, in seconds, each the mean time of `calls` calls.

    `doubts` contains explanations if a sample exceeds the roof by more than `MARGIN`.
    """

    compile_s: float | None  # None: the function is not jitted
    samples: tuple[float, ...]
    doubts: tuple[str, ...] = ()
    compared: bool = False  # with the roof
    calls: int = 1
    roof: Roof | None = field(default=None, repr=False)
    above_roof: str = ""  # the slowest of fastest, median and slowest sample that exceeds the roof
    work: float = 0  # FLOPs of one call; 0: unknown
    bytes: float = 0  # bytes that one call moves; 0: unknown

    def __post_init__(self) -> None:
        if not self.samples or not all(isinstance(s, int | float) for s in self.samples):
            raise ValueError("Timing needs at least one sample, and each must be a number.")

    @property
    def median(self) -> float:
        """The median sample."""
        return statistics.median(self.samples)

    @property
    def low(self) -> float:
        """The fastest sample."""
        return min(self.samples)

    @property
    def high(self) -> float:
        """The slowest sample."""
        return max(self.samples)

    @property
    def uncertainty(self) -> float | None:
        """Width of the median's interval relative to the median; None for under six samples."""
        ends = median_interval(self.samples)
        return (ends[1] - ends[0]) / self.median if ends and self.median else None

    @property
    def rate(self) -> float | None:
        """FLOP/s at the median time; None if `work` is unknown or the median is 0."""
        return self.work / self.median if self.work and self.median else None

    @property
    def bandwidth(self) -> float | None:
        """B/s at the median time; None if `bytes` is unknown or the median is 0."""
        return self.bytes / self.median if self.bytes and self.median else None

    @property
    def shares(self) -> dict[str, float]:
        """Fractions of the peak rates at the median time: "compute" (known as MFU) and "memory".

        Without a roof, the result is empty. A fraction whose rate is unknown is left out.
        """
        if self.roof is None:
            return {}
        pairs = {"compute": (self.rate, self.roof.rate),
                 "memory": (self.bandwidth, self.roof.bandwidth)}  # fmt: skip
        return {name: got / peak for name, (got, peak) in pairs.items() if got is not None}

    def _rates(self) -> list[str]:
        rates = {"compute": (self.rate, "FLOP/s"), "memory": (self.bandwidth, "B/s")}
        parts = [
            f"{format_si(rate)}{unit}"
            + (f" ({self.shares[name]:.0%} of the roof)" if self.shares else "")
            for name, (rate, unit) in rates.items()
            if rate is not None
        ]
        return [f"That is {' and '.join(parts)}."] if parts else []

    def __str__(self) -> str:
        each = f" of {self.calls} calls" if self.calls > 1 else ""
        compiled = "not jitted: wrap it in jax.jit"
        if self.compile_s is not None:
            compiled = f"compiled in {format_seconds(self.compile_s)}"
        lines = [
            f"{format_seconds(self.median)} "
            f"({format_seconds(self.low)} to {format_seconds(self.high)}, "
            f"{len(self.samples)} sample{'s' * (len(self.samples) > 1)}{each}), {compiled}"
        ]
        lines += self._rates()
        if self.uncertainty is not None and self.uncertainty > TARGET_UNCERTAINTY:
            lines.append(
                f"The median is uncertain by {self.uncertainty:.0%}: the machine is busy, or the "
                "times have two modes."
            )
        if self.roof is not None and self.median < 2 * self.roof.call_s:
            overhead = format_seconds(self.roof.call_s)
            lines.append(f"Most of it is dispatch overhead: an empty call takes {overhead}.")
        if self.doubts:
            which = f": {self.above_roof}" if self.above_roof else ""
            lines.append(f"Above the roof{which}. One of these explains it:")
            lines += [f"  {doubt}: {EXPLANATIONS[doubt]}" for doubt in self.doubts]
        elif not self.compared:
            lines.append(
                "Not compared with a roof: pass work or bytes_moved, and "
                "roof=Roof.from_record(record)."
            )
        return "\n".join(lines)


def time(
    fn: Callable[..., Any],
    *args: Any,
    repeats: int | None = None,
    warmup: int = 2,
    budget_s: float = 2.0,
    work: int = 0,
    bytes_moved: int = 0,
    roof: Roof | None = None,
    carry: Carry = same_args,
    clock: Clock = _clocks.perf_counter,
    wait: Wait = jax.block_until_ready,
    **keywords: Any,
) -> Timing:
    """Time `fn(*args, **keywords)` and flag times that exceed the roof.

    Args:
        repeats: Number of samples. By default, sampling stops when the median is known to 5 %,
            when the samples add up to `budget_s` seconds, or after 640 samples.
        warmup: Number of warm-up calls. More calls follow if short calls must share a sample.
        work: FLOPs of one call, to report FLOP/s.
        bytes_moved: Bytes that one call moves, to report B/s.
        roof: Roof of this device. Without `work` or `bytes_moved`, nothing is compared with it.
        carry: For a function that donates an argument. Computes the next call's arguments from the
            last call's arguments and its result.
        clock: Returns the time in seconds.
        wait: Waits for a result and returns it.

    Raises:
        ValueError: An argument is invalid, was donated, or is a roof of another device.
    """
    _check_arguments(fn, repeats, warmup, work, bytes_moved, roof)
    _check_options(args, keywords, budget_s, {"carry": carry, "clock": clock, "wait": wait})
    program = Program.compile(fn, args, clock, keywords=keywords)
    sampler = Sampler(program.call, args, carry, clock, wait)
    result = sampler.warm_up(warmup)
    ruled_out = rule_out(program, result, work)
    samples = sampler.samples(repeats, budget_s)
    timing = Timing(
        program.compile_s, samples, calls=sampler.calls, roof=roof, work=work, bytes=bytes_moved
    )
    if roof is None or not (work or bytes_moved):
        return timing
    return compare_with_roof(timing, work, bytes_moved, roof, ruled_out)


def _check_arguments(
    fn: object, repeats: int | None, warmup: int, work: int, bytes_moved: int, roof: object
) -> None:
    if not callable(fn):
        kind = type(fn).__name__
        raise ValueError(f"time takes a function, not {kind}: write time(f, x), not time(f(x)).")
    counts = (warmup,) if repeats is None else (warmup, repeats)
    if any(type(number) is not int or number < 1 for number in counts):
        # Without a warm-up call, the first sample would include page faults and thread starts.
        raise ValueError("repeats and warmup must be whole numbers of at least 1.")
    numeric = all(isinstance(count, int | float) for count in (work, bytes_moved))
    if not numeric or not all(0 <= count < inf for count in (work, bytes_moved)):
        raise ValueError(
            f"work and bytes_moved must be counts of at least 0, not {work} and {bytes_moved}."
        )
    if roof is not None and not isinstance(roof, Roof):
        raise ValueError(
            f"roof is a {type(roof).__name__}: "
            "pass roof=Roof.from_record(record), or Roof(rate, bandwidth)."
        )
    if roof is not None:
        require_same_device(roof, device())


def _check_options(
    args: Any, keywords: Any, budget_s: object, functions: dict[str, object]
) -> None:
    if not isinstance(budget_s, int | float) or not budget_s > 0:
        raise ValueError(f"budget_s must be a number of seconds above 0, not {budget_s!r}.")
    for name, function in functions.items():
        if not callable(function):
            raise ValueError(f"{name} must be a function, not {function!r}.")
    for leaf in jax.tree.leaves((args, keywords)):
        if isinstance(leaf, jax.ShapeDtypeStruct | str):
            raise ValueError(f"time runs the function: pass arrays, not a shape such as {leaf}.")
        if isinstance(leaf, jax.Array) and leaf.is_deleted():
            raise ValueError(
                "An argument was donated to an earlier call and no longer exists. Create it again."
            )


def compare_with_roof(
    timing: Timing, work: int, bytes_moved: int, roof: Roof, ruled_out: set[str]
) -> Timing:
    """Return the timing, marked as compared, with explanations if samples exceed the roof.

    The fastest sample, the median and the slowest sample are compared.
    """
    doubts: tuple[str, ...] = ()
    above_roof = ""
    for name, seconds in (
        ("the fastest sample", timing.low),
        ("the median", timing.median),
        ("even the slowest sample", timing.high),
    ):
        reasons = explain_excess(seconds, work, bytes_moved, roof, ruled_out)
        if reasons:
            # Keep the explanations of the fastest sample, which exceeds the roof the most.
            doubts, above_roof = doubts or reasons, name
    return replace(timing, doubts=doubts, compared=True, above_roof=above_roof)
