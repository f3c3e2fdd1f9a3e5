"""What is known of a number that no record holds: at least, or at most, from count and limits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from manylanes import Bound
from manylanes.records import Limits, Quantity, Record, find_case, hardware_limit

from . import data, quantity
from .term import Term, anchor

# Field of `Limits` -> the fact that says it. A machine that lacks one has no such limit.
FACTS = {
    "bandwidth": "bandwidth",
    "cache": "l2_cache",
    "cache_bandwidth": "l2_bandwidth",
    "transfer_bandwidth": "cable_bandwidth",
    "call_s": "launch",
}
RATES = {kind: f"{kind}_tflops" for kind in ("f32", "tf32", "bf16", "fp8")}
TURNED = {Bound.LEAST: Bound.MOST, Bound.MOST: Bound.LEAST, Bound.EXACT: Bound.EXACT}


def bounded(env: BuildEnvironment, terms: tuple[Term, ...]) -> tuple[Quantity, Bound] | None:
    """All terms joined; None where one says nothing, or where two pull in opposite directions."""
    found, bound = Quantity.exact(1.0), Bound.EXACT
    for term in terms:
        part = of_term(env, term)
        if part is None:
            return None
        value, side = part
        bound = bound.joined(TURNED[side] if term.divides else side)
        found = found / value if term.divides else found * value
    return None if bound is Bound.NEITHER else (found, bound)


def of_term(env: BuildEnvironment, term: Term) -> tuple[Quantity, Bound] | None:
    """A term that is known is exact here: its interval has no side."""
    if not term.is_missing(env):
        return term.value(env, term.home(env)), Bound.EXACT
    if launches(env, term):
        return None
    limits = limits_of(env, term.source)
    return None if limits is None or term.is_of_device else hardware_limit(term.query, limits)


def launches(env: BuildEnvironment, gap: Term) -> int | None:
    """How many kernels a GPU is handed at least, where that outweighs all else that is counted: a
    floor without them would be taken for a size, and what one costs hangs on how it is waited for.
    """
    limits = None if gap.is_of_device else limits_of(env, gap.source)
    if limits is None or gap.source not in env.config.lanes_sheets:
        return None
    asked, launch_s = (
        find_case(gap.query),
        of_sheet(env, env.config.lanes_sheets[gap.source]).call_s,
    )
    if asked.transfer or asked.format not in limits.rates:
        return None
    walls = replace(limits, call_s=awaited_s(env, gap.source)).least_time_s(asked)
    count = asked.launches
    return count if walls and count * launch_s > walls else None


def restates_call(env: BuildEnvironment, gap: Term) -> bool:
    """Return True if the dispatch overhead is more than half of the least time of a case."""
    limits = None if gap.is_of_device else limits_of(env, gap.source)
    return limits is not None and 2 * limits.call_s > limits.least_time_s(find_case(gap.query)) > 0


def limits_of(env: BuildEnvironment, source: str) -> Limits | None:
    """Those of the data sheet named for it, else those of the record's own roofs."""
    if machine := sheet_of(env, source):
        limits = of_sheet(env, machine)
        return replace(limits, call_s=awaited_s(env, source) or limits.call_s)
    record = data.record(env, source)
    return of_roofs(record) if record and not data.roof_faults(env, source) else None


def awaited_s(env: BuildEnvironment, source: str) -> float:
    """The fastest call of this record that was awaited: a sheet knows those in a queue alone."""
    record = data.record(env, source)
    if record is None:
        return 0.0
    sheet = record.roof_results
    data.read(env, source, [sheet.suite])
    return min(s for row in sheet.roofs if row.case == "overhead" for s in row.samples_s)


def sheet_of(env: BuildEnvironment, source: str) -> str | None:
    """The machine whose data sheet limits what the record lacks: no other than that of the record.
    Where there is a sheet, a roof of ours is no limit: a long program may come nearer to it."""
    machine: str | None = env.config.lanes_sheets.get(source)
    record = data.record(env, source)
    if machine is None or record is None:
        return machine
    titles: dict[str, str] = data.table(env, "hardware")["machines"]
    return machine if titles[machine].startswith(str(record.device["name"])) else None


def of_sheet(env: BuildEnvironment, machine: str) -> Limits:
    known = data.table(env, "hardware")[machine]

    def said(name: str) -> float:
        entry = data.entry(env, "hardware", f"{machine}.{name}")
        return quantity.stated(entry["value"], str(entry.get("unit", ""))).median

    fields: dict[str, Any] = {field: said(name) for field, name in FACTS.items() if name in known}
    if "chain_latency" in known:  # in cycles
        fields["multiply_add_s"] = said("chain_latency") / said("clock")
    return Limits({kind: said(name) for kind, name in RATES.items() if name in known}, **fields)


def of_roofs(record: Record) -> Limits:
    """By the fastest samples: what disturbs a roof makes it lower."""
    roofs = {row.label: row for row in record.roof_results.roofs}
    names = {"f32": "compute", "tf32": "tf32", "bf16": "bf16"}
    rates = {
        kind: row.work / row.fastest_s
        for kind, name in names.items()
        if (row := roofs.get(f"roof[kind={name}]"))
    }
    memory, call = roofs["roof[kind=memory]"], roofs["overhead"]
    return Limits(
        rates,
        bandwidth=memory.bytes / memory.fastest_s,
        cache=max((record.device["caches"] or {}).values(), default=0),
        call_s=min(call.samples_s),
    )


def lines(env: BuildEnvironment, terms: tuple[Term, ...], said: str) -> list[tuple[str, str]]:
    """The card: what was counted, on what it was laid, and what would replace it."""
    found = [(f"{said.capitalize()}:", "count and limits, no clock")]
    for term in terms:
        if not term.is_missing(env):
            continue
        asked = find_case(term.query)
        amounts = {"FLOP": asked.work, "B": asked.bytes}
        counted = [quantity.written(Quantity.exact(n, u)) for u, n in amounts.items() if n]
        found.append((asked.label, f"{' and '.join(counted)} as counted"))
        found += where_from(env, term.source)
    return list(dict.fromkeys(found))


def counted(env: BuildEnvironment, gap: Term, count: int) -> list[tuple[str, str]]:
    """The card of a number of launches."""
    machine = env.config.lanes_sheets[gap.source]
    each = f"{count:,} kernels at least, one for each product and each turn of a loop"
    return [
        ("Counted:", "launches, which outweigh the other limits. There is no measurement"),
        (find_case(gap.query).label, each if count > 1 else "one kernel at least"),
        (
            f"a launch on {machine.upper()}:",
            data.stated_by(env, "fact", f"{machine}.{FACTS['call_s']}"),
        ),
        ("", f"A record '{gap.source}' replaces it: python -m manylanes measure"),
    ]


def where_from(env: BuildEnvironment, source: str) -> list[tuple[str, str]]:
    machine = sheet_of(env, source)
    if machine is None:
        record = data.record(env, source)
        assert record is not None, "else no limit is known"
        return [("on", f"{record.device['name']}, by the roofs of its record")]
    known = data.table(env, "hardware")[machine]
    names = [*RATES.values(), *FACTS.values(), "chain_latency"]
    used = [data.stated_by(env, "fact", f"{machine}.{name}") for name in names if name in known]
    if fastest := awaited_s(env, source):
        used.append(f"a call {quantity.written(Quantity.exact(fastest, 's'))}, the record's own")
    return [
        (f"on {machine.upper()}:", "; ".join(dict.fromkeys(used))),
        ("", f"A record '{source}' replaces it: python -m manylanes measure"),
    ]


def address(env: BuildEnvironment, term: Term) -> tuple[str, str]:
    """Where the limits stand."""
    if machine := sheet_of(env, term.source):
        return "hardware", f"hardware-{machine}-{RATES['f32']}".replace("_", "-")
    return "records", anchor(term.source, term.taken(env).roof_results.roofs[0])


def setup(app: Sphinx) -> None:
    app.add_config_value("lanes_sheets", {}, "env")
