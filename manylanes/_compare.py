"""Compare two costs, or two records, side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from manylanes._cost import Bound, Cost
from manylanes._cost.show.amounts import bound_of
from manylanes._record import Quantity, Record

_TOTALS = ("work", "span", "bytes", "peak", "sent")


@dataclass(frozen=True)
class Comparison:
    """A table, formatted by `str()`; each row contains a name, both values, and their ratio.

    The ratio is None if one of the values is inexact or the second one is 0.
    """

    rows: tuple[tuple[str, Any, Any, Any], ...]
    bounds: tuple[str, ...] = ()  # lines that name the inexact totals, which have no ratio

    def __str__(self) -> str:
        head = ("", "first", "second", "first / second")
        cells = [head, *((name, *map(_format, rest)) for name, *rest in self.rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(4)]
        lines = (
            "  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])])
            for row in cells
        )
        return "\n".join([*(line.rstrip() for line in lines), *self.bounds])


def compare(first: Any, second: Any) -> Comparison:
    """Compare two costs by total and by op, or two records by the time of each common case.

    Amounts that are 0 in both costs are left out. Raise ValueError for any other pair, and for
    records without a common case.
    """
    if isinstance(first, Cost) and isinstance(second, Cost):
        bounds = _format_bounds("first", first), _format_bounds("second", second)
        return Comparison(tuple(_compare_costs(first, second)), tuple(filter(None, bounds)))
    if isinstance(first, Record) and isinstance(second, Record):
        return Comparison(tuple(_compare_records(first, second)))
    kinds = f"{type(first).__name__} and {type(second).__name__}"
    raise ValueError(f"compare takes two costs or two records, not {kinds}.")


def _compare_costs(first: Cost, second: Cost) -> list[tuple[str, Any, Any, Any]]:
    one, two = _amounts(first), _amounts(second)
    rows = []
    for name in one | two:
        a, bound = one.get(name, (0, one["work"][1]))
        b, other = two.get(name, (0, two["work"][1]))
        ratio = a / b if b and bound is other is Bound.EXACT else None
        rows += [(name, a, b, ratio)] if a or b else []
    return rows


def _amounts(each: Cost) -> dict[str, tuple[Any, Bound]]:
    """Return the totals of a cost and the work of each of its ops, with their bounds."""
    totals = {n: (getattr(each, n), bound_of(each, n)) for n in _TOTALS}
    return totals | {op.op: (op.work, bound_of(op, "work")) for op in each.by_op}


def _format_bounds(name: str, each: Cost) -> str:
    inexact = [f"{n} {b}" for n in _TOTALS if (b := bound_of(each, n)) is not Bound.EXACT]
    return f"{name}: {', '.join(inexact)}" if inexact else ""


def _compare_records(first: Record, second: Record) -> list[tuple[str, Any, Any, Any]]:
    times = [{row.label: row.quantity("time") for row in each.measurements}
             for each in (first, second)]  # fmt: skip
    common = [label for label in times[0] if label in times[1]]
    if not common:
        raise ValueError(f"The records {first.id} and {second.id} have no common case.")
    return [(label, times[0][label], times[1][label], times[0][label] / times[1][label])
            for label in common]  # fmt: skip


def _format(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, int):
        return f"{value:,}"
    return str(value) if isinstance(value, Quantity) else f"{value:.3g}"
