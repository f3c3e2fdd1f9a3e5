"""What no run of a case can beat on a machine of which only the limits are known: a roofline."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from manylanes._cost import Bound
from manylanes._measure.case import Case
from manylanes._measure.suites import case
from manylanes._record.quantity import Quantity
from manylanes._record.query import terms


@dataclass(frozen=True)
class Limits:
    """The most that a data sheet or roofs allow; for times, the least."""

    rates: Mapping[str, float]  # FLOP/s, by format: f32, tf32, bf16, fp8
    bandwidth: float  # B/s of the memory
    cache: float  # B: what is held and fits here need not come from the memory
    near_bandwidth: float = inf  # B/s of that cache
    cable_bandwidth: float = inf  # B/s between the host's memory and the device's
    step_s: float = 0.0  # from a multiply-add to the next that needs its result
    call_s: float = 0.0

    def time_s(self, case: Case) -> float:
        """Arithmetic, movement and the waiting of a chain go on side by side, after the call."""
        if not case.awaited:
            return 0.0  # nobody knows how much of it was done
        if case.crossing:
            return case.bytes / self.cable_bandwidth
        fits = (case.held or case.bytes) <= self.cache
        walls = (
            case.work / self.rates[case.format],
            case.bytes / (self.near_bandwidth if fits else self.bandwidth),
            case.chain * self.step_s,
        )
        return self.call_s + max(walls)


def limit(query: str, limits: Limits) -> tuple[Quantity, Bound] | None:
    """`gemm[n=2048].time` on such a machine: a time is at least that, a rate at most. None where
    the count says nothing, as of a compilation."""
    if not isinstance(limits, Limits):
        raise ValueError(f"a limit follows from a machine's Limits, not from {limits!r}")
    term, *more = terms(query)
    if more:
        raise ValueError(f"a limit is of one case, and {query!r} joins several: ask for each")
    asked = case(query)
    if asked.format not in limits.rates:
        return None
    least = Quantity.exactly(limits.time_s(asked), "s")
    if not least.median:
        return None
    steps = asked.params.get("steps")
    match term.quantity:
        case "time":
            return least, Bound.LEAST
        case "step" if isinstance(steps, int):
            return least / Quantity.exactly(steps), Bound.LEAST
        case "rate" if asked.work:
            return Quantity.exactly(asked.work, "FLOP") / least, Bound.MOST
        case "bandwidth" if asked.bytes:
            return Quantity.exactly(asked.bytes, "B") / least, Bound.MOST
    return None
