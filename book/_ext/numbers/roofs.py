"""Find invalid roofs: those that the same record contradicts. The book does not show them.

A roof is the maximum of a machine, so no program of the record may be faster. Dispatch overhead may
not be a large part of its time either: the roofline model adds this overhead to the time of a
program, so it would be counted twice. A roof measured with calls in flight contains no overhead.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from manylanes.records import Measurement, Quantity, Record, RecordError, find_case

from . import quantity

FORMATS = {
    "compute": "f32",
    "tf32": "tf32",
    "bf16": "bf16",
}  # kind of roof -> number format of the products
DISPATCH = 0.1  # share of the roof's time; two timings of one run differ by this much


def find_faults(record: Record) -> dict[str, str]:
    """Return the invalid roofs of a record by label, each with the reason."""
    result: dict[str, str] = {}
    pairs = [(roof, each) for each in record.results for roof in each.roofs]
    for roof, results in pairs:
        for reason in mostly_dispatch(roof, results.roofs):
            result[roof.label] = reason
    for roof, results in pairs:
        for reason in cases_above(roof, results.cases):
            result[roof.label] = reason
    return result


def cases_above(roof: Measurement, cases: tuple[Measurement, ...]) -> Iterator[str]:
    """Yield the cases that exceed the roof of their format, if the two intervals do not overlap."""
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
                yield f"{row.label} of the same record reaches {reached}, above its {allowed}"


def mostly_dispatch(roof: Measurement, roofs: tuple[Measurement, ...]) -> Iterator[str]:
    if roof.case == "overhead" or roof.in_flight_rounds_s:
        return
    for call in roofs:
        if call.case == "overhead":
            share = call.quantity("time").median / roof.quantity("time").median
            if share > DISPATCH:
                yield f"dispatch overhead is {share:.0%} of its time"
