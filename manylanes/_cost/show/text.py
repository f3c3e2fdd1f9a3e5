"""Format a cost as text: the totals, then each op with the rule that counts it."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from manylanes._cost.price.label import natural_sort_key
from manylanes._cost.price.lapack import routine
from manylanes._cost.price.table import group_of, table
from manylanes._cost.read.shardings import PARTITIONED
from manylanes._cost.show.amounts import NAMES, Amounts, Bound, bound_of
from manylanes._specs import shorten

_MEANINGS = {
    "work": "scalar operations",
    "span": "scalar operations on the longest chain of dependencies",
    "bytes": "modelled memory traffic, with elementwise chains fused",
    "largest": "bytes of the largest array that the program computes",
    "peak": "modelled bytes of all arrays that are live at once",
    "intensity": "operations for each byte moved",
}
_MEANINGS_OF_DEVICES = {
    "sent": "bytes that one device sends over its link",
    "messages": "messages sent one after another",
}


def explain(cost: Amounts) -> str:
    """Format the text that `print(cost(...))` shows."""
    meanings = _MEANINGS | (
        _MEANINGS_OF_DEVICES if cost.messages or PARTITIONED in cost.unknown else {}
    )
    numbers = {
        name: _bound(cost, name).prefix + _format_number(getattr(cost, name)) for name in meanings
    }
    width = max(len(n) for n in numbers.values())
    lines = [f"not counted: {what}" for what in cost.unknown]
    lines += [f"{name:9}  {numbers[name]:>{width}}  {what}" for name, what in meanings.items()]
    lines += ["", *_rows(cost)] if cost.by_op else []
    lines += [f"counted: {what}" for what in cost.assumed]
    return "\n".join(lines)


def _bound(cost: Amounts, name: str) -> Bound:
    if name != "intensity":
        return bound_of(cost, name)
    both = {_bound(cost, "work"), _bound(cost, "bytes")}
    return Bound.EXACT if both == {Bound.EXACT} else Bound.NEITHER


def _rows(cost: Amounts) -> list[str]:
    columns = ("count", "work", "bytes")
    header = ("op", "uses", "work", "bytes", "work is counted as")
    cells = [
        (
            row.op,
            *(bound_of(row, n).sign + _format_number(getattr(row, n)) for n in columns),
            _rule_text(row.op),
        )
        for row in cost.by_op
    ]
    numbers = _align([row[:4] for row in (header, *cells)])
    return [f"{left}  {row[4]}" for left, row in zip(numbers, (header, *cells), strict=True)]


def format_table(cost: Amounts, by: str, depth: int | None) -> str:
    """Format the table by op, line or scope, with the share of each row in the total."""
    if depth is not None and (by != "scope" or type(depth) is not int or depth < 1):
        raise ValueError("`depth` merges scopes and must be a whole number of at least 1")
    if by not in NAMES:
        names = ", ".join(map(repr, NAMES))
        raise ValueError(f"a cost has no table by {shorten(by)}: choose from {names}")
    named_rows = [(getattr(row, NAMES[by]), row) for row in getattr(cost, f"by_{by}")]
    if depth is not None:
        named_rows = _merge_scopes(named_rows, depth)
    header = (by, "work", "", "bytes", "")
    cells = [
        (
            name or f"no {by}",
            *(cell for part in ("work", "bytes") for cell in _amount_and_share(row, part, cost)),
        )
        for name, row in named_rows
    ]
    return "\n".join(_align([header, *cells]))


def _amount_and_share(row: Any, measure: str, cost: Amounts) -> tuple[str, str]:
    """Return an amount and its share of the total."""
    number, total = getattr(row, measure), getattr(cost, measure)
    text = bound_of(row, measure).sign + _format_number(number)
    return text, f"{number / total:.1%}" if total else ""


def _merge_scopes(named_rows: list[tuple[str, Any]], depth: int) -> list[tuple[str, Any]]:
    """Merge the rows of scopes whose first `depth` names are equal."""
    merged: dict[str, Any] = {}
    for name, row in named_rows:
        prefix = "/".join(name.split("/")[:depth])
        if prefix not in merged:
            merged[prefix] = row
            continue
        one = merged[prefix]
        bounds = {n: b.combine(row.bounds.get(n, b)) for n, b in one.bounds.items()}
        names = ("count", "work", "bytes", "sent")
        amounts = {n: getattr(one, n) + getattr(row, n) for n in names}
        merged[prefix] = replace(one, bounds=bounds, **amounts)
    return sorted(merged.items(), key=lambda r: (-r[1].work, -r[1].bytes, natural_sort_key(r[0])))


def _align(table: list[tuple[str, ...]]) -> list[str]:
    """Align names left and numbers right."""
    widths = [max(len(row[i]) for row in table) for i in range(len(table[0]))]
    return [
        "  ".join(
            f"{cell:<{width}}" if i == 0 else f"{cell:>{width}}"
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in table
    ]


def _rule_text(op: str) -> str:
    group = "factorisation" if routine(op) else group_of(op)
    return next(
        (re.split(r"[;:]| \(", row.work)[0].strip() for row in table() if row.group == group),
        "not listed",
    )


def _format_number(amount: float) -> str:
    if isinstance(amount, float):
        return f"{amount:,.3g}" if amount < 1000 else f"{amount:,.0f}"
    return f"{amount:,}"


def markdown() -> str:
    """Format the published table as Markdown, for the README."""
    lines = ["| group | ops | work | span | bytes |", "|---|---|---|---|---|"]
    for row in table():
        ops = ", ".join(f"`{op}`" for op in row.ops)
        lines.append(f"| {row.group} | {ops} | {row.work} | {row.span} | {row.bytes} |")
    return "\n".join(lines).replace(" * ", " · ").replace("*", "·")
