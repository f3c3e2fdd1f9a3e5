"""Find invalid roofs: peak rates that other measurements of the same record contradict.

A roof is the maximum rate of a machine, so no program of the record may be faster. Dispatch
overhead may not be a large part of the time of a roof. The roofline model adds this overhead to the
time of a program, so the overhead would be counted twice. A roof that was timed with many calls and
one wait at the end is exempt, because its time does not include dispatch overhead. Only the page of
the records shows invalid roofs, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from manylanes.records import Measurement, Quantity, Record, RecordError, find_case

from . import quantity

# Maps kinds of roofs to the number format of their products.
FORMATS = {"compute": "f32", "tf32": "tf32", "bf16": "bf16"}
# Limit for the share of dispatch overhead in a roof's time: timings of a run may differ as much.
DISPATCH = 0.1


class Fault(NamedTuple):
    """Why a roof is invalid. The worse of two faults compares as greater."""

    is_exceeded: bool  # True if a case is faster, False if dispatch overhead is too large
    ratio: float  # rate of the case to the roof, or dispatch overhead to the time of the roof
    reason: str


def find_faults(record: Record) -> dict[str, str]:
    """Return the labels of the invalid roofs of a record, each with the reason of its worst fault.

    A case that is faster takes precedence over dispatch overhead. The order of the suites does not
    matter.
    """
    worst: dict[str, Fault] = {}
    for results in record.results:
        for roof in results.roofs:
            for fault in (
                *mostly_dispatch(roof, results.roofs),
                *cases_above(roof, results.cases),
            ):
                worst[roof.label] = max(fault, worst.get(roof.label, fault))
    return {label: fault.reason for label, fault in worst.items()}


def cases_above(roof: Measurement, cases: tuple[Measurement, ...]) -> Iterator[Fault]:
    """Yield a fault for each awaited case whose interval is above that of the roof of its format.

    Roofs of kinds that are not in `FORMATS`, such as memory, have no such cases.
    """
    kind = FORMATS.get(str(roof.params.get("kind")))
    limit = roof.quantity("rate") if kind else None
    for row in cases:
        if limit is None or not row.work:
            continue
        rates = [row.quantity("rate")]
        if row.in_flight_rounds_s:
            rates.append(Quantity.exact(row.work, "FLOP") / row.quantity("in_flight"))
        rate = max(rates, key=lambda each: each.low)
        if rate.low <= limit.high:
            continue
        with suppress(RecordError):  # the case no longer exists
            program = find_case(row.label)
            if program.awaited and program.format == kind:
                reached, allowed = quantity.format_median(rate), quantity.format_median(limit)
                reason = f"{row.label} of the same record reaches {reached}, above its {allowed}"
                yield Fault(True, rate.median / limit.median, reason)


def mostly_dispatch(roof: Measurement, roofs: tuple[Measurement, ...]) -> Iterator[Fault]:
    """Yield a fault if dispatch overhead is more than `DISPATCH` of the time of an awaited roof."""
    if roof.case == "overhead" or roof.in_flight_rounds_s:
        return
    for call in roofs:
        if call.case == "overhead":
            share = call.quantity("time").median / roof.quantity("time").median
            if share > DISPATCH:
                yield Fault(False, share, f"dispatch overhead is {share:.0%} of its time")
