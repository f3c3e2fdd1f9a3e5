"""Bound the time and the rate of a case from the hardware limits of a machine (roofline model)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf

from manylanes._cost import Bound
from manylanes._measure.case import Case
from manylanes._measure.suites import find_case
from manylanes._record.quantity import Quantity
from manylanes._record.query import parse_query


@dataclass(frozen=True)
class Limits:
    """Hardware limits from a data sheet or from roofs: maximum rates and minimum times."""

    rates: Mapping[str, float]  # FLOP/s, by format: f32, tf32, bf16, fp8
    bandwidth: float  # B/s of main memory
    cache: float  # B; a case whose arrays fit need not read them from main memory
    cache_bandwidth: float = inf  # B/s
    transfer_bandwidth: float = inf  # B/s between host memory and device memory
    multiply_add_s: float = 0.0  # latency of a dependent multiply-add
    call_s: float = 0.0  # dispatch overhead of one call

    def least_time_s(self, case: Case) -> float:
        """Return a lower bound of the time of a case, or 0 if the timer does not wait for it.

        For a transfer, return the time of the copy, without dispatch. Otherwise, return the
        dispatch overhead plus the longest of compute, memory and chain time. Raise KeyError if
        `rates` does not contain the format of the case.
        """
        if not case.awaited:
            return 0.0  # the clock stops before all of the work is done
        if case.transfer:
            return case.bytes / self.transfer_bandwidth
        in_cache = (case.array_bytes or case.bytes) <= self.cache
        parts = (
            case.work / self.rates[case.format],
            case.bytes / (self.cache_bandwidth if in_cache else self.bandwidth),
            case.chain * self.multiply_add_s,
        )
        return self.call_s + max(parts)


def hardware_limit(query: str, limits: Limits) -> tuple[Quantity, Bound] | None:
    """Return a lower bound of a time such as `gemm[n=2048].time`, or an upper bound of a rate.

    Return None if the limits do not bound the quantity, for example a compile time, or a case in a
    format that `limits.rates` does not contain. Raise ValueError for a query of several cases.
    """
    if not isinstance(limits, Limits):
        raise ValueError(f"hardware_limit takes the Limits of a machine, not {limits!r}")
    term, *others = parse_query(query)
    if others:
        raise ValueError(
            f"hardware_limit takes a query of one case, but {query!r} has several: call it for each"
        )
    target = find_case(query)
    if target.format not in limits.rates:
        return None
    least = Quantity.exact(limits.least_time_s(target), "s")
    if not least.median:
        return None
    steps = target.params.get("steps")
    match term.quantity:
        case "time":
            return least, Bound.LEAST
        case "in_flight":
            hidden = replace(limits, call_s=0.0)  # dispatch overlaps with the previous calls
            return Quantity.exact(hidden.least_time_s(target), "s"), Bound.LEAST
        case "step" if isinstance(steps, int):
            return least / Quantity.exact(steps), Bound.LEAST
        case "rate" if target.work:
            return Quantity.exact(target.work, "FLOP") / least, Bound.MOST
        case "bandwidth" if target.bytes:
            return Quantity.exact(target.bytes, "B") / least, Bound.MOST
    return None
