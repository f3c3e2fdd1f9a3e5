"""Compute a bound on an unmeasured value from its operation counts and the machine's limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from manylanes import Bound
from manylanes.records import Limits, Quantity, Record, find_case, hardware_limit

from . import quantity
from .store import Store
from .term import Term, anchor
from .value import Line

# Maps fields of `Limits` to names of facts. A machine without such a fact has no such limit.
FACTS = {
    "bandwidth": "bandwidth",
    "cache": "l2_cache",
    "cache_bandwidth": "l2_bandwidth",
    "transfer_bandwidth": "cable_bandwidth",
    "call_s": "launch",
}
RATES = {kind: f"{kind}_tflops" for kind in ("f32", "tf32", "bf16", "fp8")}
OPPOSITE = {Bound.LEAST: Bound.MOST, Bound.MOST: Bound.LEAST, Bound.EXACT: Bound.EXACT}


def bound_of_terms(store: Store, terms: tuple[Term, ...]) -> tuple[Quantity, Bound] | None:
    """Return the bound of an expression, or None if a term has no bound or two bounds conflict.

    A lower and an upper bound conflict in a product; the divisor of a quotient counts as opposite.
    """
    product, bound = Quantity.exact(1.0), Bound.EXACT
    for term in terms:
        part = bound_of_term(store, term)
        if part is None:
            return None
        value, side = part
        bound = bound.combine(OPPOSITE[side] if term.divides else side)
        product = product / value if term.divides else product * value
    return None if bound is Bound.NEITHER else (product, bound)


def bound_of_term(store: Store, term: Term) -> tuple[Quantity, Bound] | None:
    """Return the bound of one term, or None if there is none.

    The value of a measured or stated term is exact. A case that kernel launches dominate has no
    bound.
    """
    if not term.is_missing(store):
        return term.value(store, term.roof_suite(store)), Bound.EXACT
    if dominant_launches(store, term):
        return None
    limits = limits_of(store, term.source)
    return None if limits is None or term.is_of_device else hardware_limit(term.query, limits)


def dominant_launches(store: Store, term: Term) -> int | None:
    """Return the minimum number of kernel launches if they dominate the time of a case, else None.

    Launches dominate if they take longer than all other counted work. Only a source with a data
    sheet in `lanes_sheets` can have such cases. For such a case, a bound without launches would be
    misleading. A bound with launches is unknown, because the time of a launch depends on whether
    the program waits for the launch.
    """
    limits = None if term.is_of_device else limits_of(store, term.source)
    if limits is None or term.source not in store.data_sheets:
        return None
    counts, launch_s = (
        find_case(term.query),
        limits_from_data_sheet(store, store.data_sheets[term.source]).call_s,
    )
    if counts.transfer or counts.format not in limits.rates:
        return None
    least_s = replace(limits, call_s=fastest_call_s(store, term.source)).least_time_s(counts)
    count = counts.launches
    return count if least_s and count * launch_s > least_s else None


def is_mostly_dispatch(store: Store, term: Term) -> bool:
    """Return True if dispatch overhead is more than half of the lower bound on a case's time."""
    limits = None if term.is_of_device else limits_of(store, term.source)
    return limits is not None and 2 * limits.call_s > limits.least_time_s(find_case(term.query)) > 0


def limits_of(store: Store, source: str) -> Limits | None:
    """Return the limits of a machine from its data sheet, or else from the roofs of its record.

    The fastest call of a record replaces the launch time of the data sheet. Return None if there is
    neither a data sheet nor a record with valid roofs.
    """
    if machine := data_sheet_of(store, source):
        limits = limits_from_data_sheet(store, machine)
        return replace(limits, call_s=fastest_call_s(store, source) or limits.call_s)
    record = store.record(source)
    return limits_from_roofs(record) if record and not store.roof_faults(source) else None


def fastest_call_s(store: Store, source: str) -> float:
    """Return the seconds of the fastest awaited call in a record, or 0.0 without a record."""
    record = store.record(source)
    if record is None:
        return 0.0
    results = record.roof_results
    store.depend_on(source, [results.suite])
    return min(s for row in results.roofs if row.case == "overhead" for s in row.samples_s)


def data_sheet_of(store: Store, source: str) -> str | None:
    """Return the machine that `lanes_sheets` names for a source, or None.

    Return None, too, if the record of the source is of another machine. A data sheet takes
    precedence over measured roofs, because a long program may exceed a measured roof.
    """
    machine: str | None = store.data_sheets.get(source)
    record = store.record(source)
    if machine is None or record is None:
        return machine
    titles: dict[str, str] = store.table("hardware")["machines"]
    return machine if titles[machine].startswith(str(record.device["name"])) else None


def limits_from_data_sheet(store: Store, machine: str) -> Limits:
    facts = store.table("hardware")[machine]

    def fact(name: str) -> float:
        entry = store.entry("hardware", f"{machine}.{name}")
        return quantity.from_stated(entry["value"], str(entry.get("unit", ""))).median

    fields: dict[str, Any] = {field: fact(name) for field, name in FACTS.items() if name in facts}
    if "chain_latency" in facts:  # in cycles
        fields["multiply_add_s"] = fact("chain_latency") / fact("clock")
    return Limits({kind: fact(name) for kind, name in RATES.items() if name in facts}, **fields)


def limits_from_roofs(record: Record) -> Limits | None:
    """Compute limits from the fastest samples of roofs, because interference only adds time.

    Return None if the record lacks the roof of the memory or the dispatch overhead.
    """
    roofs = {row.label: row for row in record.roof_results.roofs}
    names = {"f32": "compute", "tf32": "tf32", "bf16": "bf16"}
    rates = {
        kind: row.work / row.fastest_s
        for kind, name in names.items()
        if (row := roofs.get(f"roof[kind={name}]"))
    }
    memory, call = roofs.get("roof[kind=memory]"), roofs.get("overhead")
    if memory is None or call is None:
        return None
    return Limits(
        rates,
        bandwidth=memory.bytes / memory.fastest_s,
        cache=max((record.device["caches"] or {}).values(), default=0),
        call_s=min(call.samples_s),
    )


def bound_lines(store: Store, terms: tuple[Term, ...], name: str) -> list[Line]:
    """Return a bound's card: counts and limits of each missing term, and how to measure it."""
    rows = [(f"{name.capitalize()}:", "from counts and limits, not measured")]
    for term in terms:
        if not term.is_missing(store):
            continue
        case = find_case(term.query)
        amounts = {"FLOP": case.work, "B": case.bytes}
        counts = [quantity.format_median(Quantity.exact(n, u)) for u, n in amounts.items() if n]
        rows.append((case.label, f"{' and '.join(counts)} as counted"))
        rows += limit_lines(store, term.source)
    return list(dict.fromkeys(rows))


def launch_lines(store: Store, term: Term, count: int) -> list[Line]:
    """Return the lines of a card that states only the number of kernel launches."""
    machine = store.data_sheets[term.source]
    each = f"at least {count:,} kernels, one for each product and each loop iteration"
    return [
        ("Counted:", "launches, not measured; they take longer than all other counted work"),
        (find_case(term.query).label, each if count > 1 else "at least one kernel"),
        (
            f"a launch on {machine.upper()}:",
            store.source_of("fact", f"{machine}.{FACTS['call_s']}"),
        ),
        ("", f"A record '{term.source}' replaces it: python -m manylanes measure"),
    ]


def limit_lines(store: Store, source: str) -> list[Line]:
    machine = data_sheet_of(store, source)
    if machine is None:
        record = store.record(source)
        assert record is not None, "without a record or data sheet there is no limit"
        return [("on", f"{record.device['name']}, from the roofs of its record")]
    facts = store.table("hardware")[machine]
    names = [*RATES.values(), *FACTS.values(), "chain_latency"]
    used = [store.source_of("fact", f"{machine}.{name}") for name in names if name in facts]
    if fastest := fastest_call_s(store, source):
        used.append(
            f"a call {quantity.format_median(Quantity.exact(fastest, 's'))}, measured in the record"
        )
    return [
        (f"on {machine.upper()}:", "; ".join(dict.fromkeys(used))),
        ("", f"A record '{source}' replaces it: python -m manylanes measure"),
    ]


def limits_address(store: Store, term: Term) -> tuple[str, str]:
    """Return the page and the anchor of the limits from which a bound was computed."""
    if machine := data_sheet_of(store, term.source):
        return "hardware", f"hardware-{machine}-{RATES['f32']}".replace("_", "-")
    return "records", anchor(term.source, term.load_record(store).roof_results.roofs[0])
