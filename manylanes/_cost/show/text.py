"""How a cost reads: the totals in words, then the ops, each with the rule it is counted by."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from manylanes._cost.bound import Bound, bound_of
from manylanes._cost.price.label import counted
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of, table
from manylanes._cost.read.shardings import PARTITIONED
from manylanes._cost.show.plain import NAMES, rows

if TYPE_CHECKING:
    from manylanes._cost.show.cost import Cost

_WORDS = {
    "work": "operations on single numbers",
    "span": "operations that must wait for each other, one after another",
    "bytes": "modelled traffic with memory, elementwise chains fused",
    "largest": "bytes of the largest array made on the way",
    "peak": "modelled bytes of all arrays that are live at once",
    "intensity": "operations for each byte moved",
}
_SENT = {
    "sent": "bytes that one device sends over its link",
    "messages": "messages that must wait for each other",
}


def explain(cost: Cost) -> str:
    """The table that `print(cost(...))` shows."""
    words = _WORDS | (_SENT if cost.messages or PARTITIONED in cost.unknown else {})
    numbers = {name: _bound(cost, name).words + _show(getattr(cost, name)) for name in words}
    width = max(len(n) for n in numbers.values())
    lines = [f"not counted: {what}" for what in cost.unknown]
    lines += [f"{name:9}  {numbers[name]:>{width}}  {what}" for name, what in words.items()]
    lines += ["", *_rows(cost)] if cost.by_op else []
    lines += [f"counted: {what}" for what in cost.assumed]
    return "\n".join(lines)


def _bound(cost: Cost, name: str) -> Bound:
    if name != "intensity":
        return bound_of(cost, name)
    both = {_bound(cost, "work"), _bound(cost, "bytes")}
    return Bound.EXACT if both == {Bound.EXACT} else Bound.NEITHER


def _rows(cost: Cost) -> list[str]:
    columns = ("count", "work", "bytes")
    head = ("op", "uses", "work", "bytes", "work is counted as")
    cells = [
        (
            row.op,
            *(bound_of(row, n).sign + _show(getattr(row, n)) for n in columns),
            _rule(row.op),
        )
        for row in cost.by_op
    ]
    numbers = _columns([row[:4] for row in (head, *cells)])
    return [f"{left}  {row[4]}" for left, row in zip(numbers, (head, *cells), strict=True)]


def tabulated(cost: Cost, by: str, depth: int | None) -> str:
    """One of the tables for people: each row with its share of the whole."""
    if depth is not None and (by != "scope" or type(depth) is not int or depth < 1):
        raise ValueError("`depth` joins scopes, and is 1 or more")
    found = [(getattr(row, NAMES[by]), row) for row in rows(cost, by)]
    if depth is not None:
        found = _joined(found, depth)
    head = (by, "work", "", "bytes", "")
    cells = [
        (
            name or f"no {by}",
            *(cell for part in ("work", "bytes") for cell in _amount(row, part, cost)),
        )
        for name, row in found
    ]
    return "\n".join(_columns([head, *cells]))


def _amount(row: Any, measure: str, cost: Cost) -> tuple[str, str]:
    """The number, and its share of the total."""
    number, total = getattr(row, measure), getattr(cost, measure)
    said = bound_of(row, measure).sign + _show(number)
    return said, f"{number / total:.1%}" if total else ""


def _joined(found: list[tuple[str, Any]], depth: int) -> list[tuple[str, Any]]:
    """Rows of one beginning as one."""
    joined: dict[str, Any] = {}
    for name, row in found:
        top = "/".join(name.split("/")[:depth])
        joined[top] = _sum(joined[top], row) if top in joined else row
    return sorted(joined.items(), key=lambda r: (-r[1].work, -r[1].bytes, counted(r[0])))


def _sum(one: Any, other: Any) -> Any:
    bounds = {n: b.joined(other.bounds.get(n, b)) for n, b in one.bounds.items()}
    amounts = {n: getattr(one, n) + getattr(other, n) for n in ("count", "work", "bytes", "sent")}
    return replace(one, bounds=bounds, **amounts)


def _columns(table: list[tuple[str, ...]]) -> list[str]:
    """Names to the left, numbers to the right."""
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    return [
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def _rule(op: str) -> str:
    group = "factorisation" if routine(op) else group_of(op)
    return next(
        (re.split(r"[;:]| \(", row.work)[0].strip() for row in table() if row.group == group),
        "not listed",
    )


def _show(amount: float) -> str:
    if isinstance(amount, float):
        return f"{amount:,.3g}" if amount < 1000 else f"{amount:,.0f}"
    return f"{amount:,}"


def markdown() -> str:
    """The published table as it stands in the README."""
    lines = ["| group | ops | work | span | bytes |", "|---|---|---|---|---|"]
    for row in table():
        ops = ", ".join(f"`{op}`" for op in row.ops)
        lines.append(f"| {row.group} | {ops} | {row.work} | {row.span} | {row.bytes} |")
    return "\n".join(lines).replace(" * ", " · ").replace("*", "·")
