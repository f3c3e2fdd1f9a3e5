"""How a cost reads: the totals in words, then the ops, each with the rule it is counted by."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from manylanes._cost.bound import Bound
from manylanes._cost.formula import Formula
from manylanes._cost.lapack import routine
from manylanes._cost.table import group_of, table

if TYPE_CHECKING:
    from manylanes._cost.cost import Cost

_WORDS = {
    "work": "operations on single numbers",
    "span": "operations that must wait for each other, one after another",
    "bytes": "moved between memory and processor, elementwise chains fused",
    "largest": "bytes of the largest array made on the way",
    "intensity": "operations for each byte moved",
}


_SENT = {
    "sent": "bytes that one device sends over its link",
    "hops": "messages that must wait for each other",
}


def explain(cost: Cost) -> str:
    """The table that `print(cost(...))` shows."""
    words = _WORDS | (_SENT if cost.hops != 0 else {})
    numbers = {name: _bound(cost, name).words + _show(getattr(cost, name)) for name in words}
    width = max(len(n) for n in numbers.values())
    lines = [f"{name:9}  {numbers[name]:>{width}}  {what}" for name, what in words.items()]
    lines += ["", *_rows(cost)] if cost.by_op else []
    lines += [f"counted: {what}" for what in cost.assumed]
    lines += [f"not counted: {what}" for what in cost.unknown]
    return "\n".join([*lines, *_tested(cost)])


def _bound(cost: Cost, name: str) -> Bound:
    if name != "intensity":
        return cost.bounds.get(name, Bound.EXACT)
    both = {_bound(cost, "work"), _bound(cost, "bytes")}
    return Bound.EXACT if both == {Bound.EXACT} else Bound.NEITHER


def _tested(cost: Cost) -> list[str]:
    """How far the formulas hold."""
    amounts = [cost.work, cost.span, cost.bytes, cost.largest]
    domains = [a.domain for a in amounts if isinstance(a, Formula) and a.domain]
    if not domains:
        return []
    low, high = max(d.low for d in domains), min(d.high for d in domains)
    return [f"formulas tested at sizes from {low:,} to {high:,}; beyond, a call counts anew"]


def _rows(cost: Cost) -> list[str]:
    columns = ("count", "work", "bytes")
    head = ("op", "uses", "work", "bytes", "work is counted as")
    rows = [
        (
            row.op,
            *(row.bounds.get(n, Bound.EXACT).sign + _show(getattr(row, n)) for n in columns),
            _rule(row.op),
        )
        for row in cost.by_op
    ]
    widths = [max(len(row[i]) for row in (head, *rows)) for i in range(4)]
    return [
        f"{row[0]:{widths[0]}}  "
        + "  ".join(f"{row[i]:>{widths[i]}}" for i in (1, 2, 3))
        + f"  {row[4]}"
        for row in (head, *rows)
    ]


def _rule(op: str) -> str:
    group = "factorisation" if routine(op) else group_of(op)
    return next(
        (re.split(r"[;:]| \(", row.work)[0].strip() for row in table() if row.group == group),
        "not listed",
    )


def _show(amount: Any) -> str:
    if isinstance(amount, float):
        return f"{amount:,.3g}" if amount < 1000 else f"{amount:,.0f}"
    return f"{amount:,}" if isinstance(amount, int) else str(amount)


def markdown() -> str:
    """The published table as it stands in the README."""
    lines = ["| group | ops | work | span | bytes |", "|---|---|---|---|---|"]
    for row in table():
        ops = ", ".join(f"`{op}`" for op in row.ops)
        lines.append(f"| {row.group} | {ops} | {row.work} | {row.span} | {row.bytes} |")
    return "\n".join(lines).replace(" * ", " · ").replace("*", "·")
