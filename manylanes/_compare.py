"""Two costs, or two records, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manylanes._cost import Cost
from manylanes._record import Quantity, Record

_TOTALS = ("work", "span", "bytes", "peak", "sent")


@dataclass(frozen=True)
class Comparison:
    """`str()` is the table; `rows` hold name, first, second, and what share the first is of it."""

    rows: tuple[tuple[str, Any, Any, Any], ...]

    def __str__(self) -> str:
        head = ("", "first", "second", "first / second")
        cells = [head, *((name, *map(_said, rest)) for name, *rest in self.rows)]
        widths = [max(len(row[at]) for row in cells) for at in range(4)]
        lines = (
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in cells
        )
        return "\n".join(line.rstrip() for line in lines)


def compare(first: Any, second: Any) -> Comparison:
    """Two of `cost`, in their totals and op by op; or two records, in the time of each case."""
    if isinstance(first, Cost) and isinstance(second, Cost):
        return Comparison(tuple(_costs(first, second)))
    if isinstance(first, Record) and isinstance(second, Record):
        return Comparison(tuple(_records(first, second)))
    kinds = f"{type(first).__name__} and {type(second).__name__}"
    raise ValueError(f"compare takes two costs or two records, not {kinds}.")


def _costs(first: Cost, second: Cost) -> list[tuple[str, Any, Any, Any]]:
    pairs = [(name, getattr(first, name), getattr(second, name)) for name in _TOTALS]
    ops = [{row.op: row.work for row in each.by_op} for each in (first, second)]
    pairs += [
        (op, ops[0].get(op, 0), ops[1].get(op, 0)) for op in dict.fromkeys([*ops[0], *ops[1]])
    ]
    if not all(isinstance(amount, int) for _, *both in pairs for amount in both):
        raise ValueError("Costs are compared in numbers: give the open sizes with `at` first.")
    return [(name, a, b, a / b if b else None) for name, a, b in pairs if a or b]


def _records(first: Record, second: Record) -> list[tuple[str, Any, Any, Any]]:
    times = [{row.label: row.quantity("time") for row in each.measurements}
             for each in (first, second)]  # fmt: skip
    both = [label for label in times[0] if label in times[1]]
    if not both:
        raise ValueError(f"The records {first.id} and {second.id} have no case in common.")
    return [(label, times[0][label], times[1][label], times[0][label] / times[1][label])
            for label in both]  # fmt: skip


def _said(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return str(value) if isinstance(value, Quantity) else f"{value:.3g}"
