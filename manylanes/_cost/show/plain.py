"""A cost as plain data, for programs that are not ours."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from manylanes._specs import shown

if TYPE_CHECKING:
    from manylanes._cost.show.cost import Cost

NAMES = {"op": "op", "line": "place", "scope": "place"}  # of each table, the field that names a row
_AMOUNTS = ("work", "span", "bytes", "largest", "peak", "sent", "messages", "intensity")
_COLUMNS = ("count", "work", "bytes", "sent")


def rows(cost: Cost, by: str) -> tuple[Any, ...]:
    """One of the three tables."""
    if by not in NAMES:
        names = ", ".join(map(repr, NAMES))
        raise ValueError(f"a cost has no table by {shown(by)}: it has {names}")
    found: tuple[Any, ...] = getattr(cost, f"by_{by}")
    return found


def as_dict(cost: Cost) -> dict[str, Any]:
    return {
        **{name: _plain(getattr(cost, name)) for name in _AMOUNTS},
        "bounds": {name: str(bound) for name, bound in cost.bounds.items()},
        "exact": cost.exact,
        "unknown": list(cost.unknown),
        "assumed": list(cost.assumed),
        "loops": [asdict(loop) for loop in cost.loops],
        "held": [asdict(array) for array in cost.held],
        **{f"by_{by}": _records(cost, by) for by in NAMES},
    }


def _records(cost: Cost, by: str) -> list[dict[str, Any]]:
    return [
        {
            by: getattr(row, NAMES[by]),
            **{name: _plain(getattr(row, name)) for name in _COLUMNS},
            "bounds": {name: str(bound) for name, bound in row.bounds.items()},
        }
        for row in rows(cost, by)
    ]


def _plain(amount: float) -> float | None:
    return amount if math.isfinite(amount) else None  # work without a byte: JSON has no infinity
