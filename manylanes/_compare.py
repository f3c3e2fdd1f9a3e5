"""Two costs, or two records, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manylanes._cost import Bound, Cost
from manylanes._cost.bound import bound_of
from manylanes._record import Quantity, Record

_TOTALS = ("work", "span", "bytes", "peak", "sent")


@dataclass(frozen=True)
class Comparison:
    """`str()` is the table; `rows` hold name, first, second, and what share the first is of it."""

    rows: tuple[tuple[str, Any, Any, Any], ...]
    bounds: tuple[str, ...] = ()  # which totals are not exact, and so have no share

    def __str__(self) -> str:
        head = ("", "first", "second", "first / second")
        cells = [head, *((name, *map(_said, rest)) for name, *rest in self.rows)]
        widths = [max(len(row[at]) for row in cells) for at in range(4)]
        lines = (
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in cells
        )
        return "\n".join([*(line.rstrip() for line in lines), *self.bounds])


def compare(first: Any, second: Any) -> Comparison:
    """Two of `cost`, in their totals and op by op; or two records, in the time of each case."""
    if isinstance(first, Cost) and isinstance(second, Cost):
        bounds = _bounds("first", first), _bounds("second", second)
        return Comparison(tuple(_costs(first, second)), tuple(filter(None, bounds)))
    if isinstance(first, Record) and isinstance(second, Record):
        return Comparison(tuple(_records(first, second)))
    kinds = f"{type(first).__name__} and {type(second).__name__}"
    raise ValueError(f"compare takes two costs or two records, not {kinds}.")


def _costs(first: Cost, second: Cost) -> list[tuple[str, Any, Any, Any]]:
    one, two = _amounts(first), _amounts(second)
    rows = []
    for name in one | two:
        a, bound = one.get(name, (0, one["work"][1]))
        b, other = two.get(name, (0, two["work"][1]))
        share = a / b if b and bound is other is Bound.EXACT else None
        rows += [(name, a, b, share)] if a or b else []
    return rows


def _amounts(each: Cost) -> dict[str, tuple[Any, Bound]]:
    """The totals and the work of each op, and how they stand to the true ones."""
    totals = {n: (getattr(each, n), bound_of(each, n)) for n in _TOTALS}
    return totals | {op.op: (op.work, bound_of(op, "work")) for op in each.by_op}


def _bounds(name: str, each: Cost) -> str:
    found = [f"{n} {b}" for n in _TOTALS if (b := bound_of(each, n)) is not Bound.EXACT]
    return f"{name}: {', '.join(found)}" if found else ""


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
