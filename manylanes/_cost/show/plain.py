"""Convert a cost to plain data, for JSON."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import Any

from manylanes._cost.show.amounts import Amounts
from manylanes._specs import shorten

# Maps each table to the field that names a row.
NAMES = {"op": "op", "line": "place", "scope": "place"}
_AMOUNTS = ("work", "span", "bytes", "largest", "peak", "sent", "messages", "intensity")
_COLUMNS = ("count", "work", "bytes", "sent")


def rows(cost: Amounts, by: str) -> tuple[Any, ...]:
    """Return the rows of the table by op, line or scope; raise ValueError for another table."""
    if by not in NAMES:
        names = ", ".join(map(repr, NAMES))
        raise ValueError(f"a cost has no table by {shorten(by)}: choose from {names}")
    table: tuple[Any, ...] = getattr(cost, f"by_{by}")
    return table


def as_dict(cost: Amounts) -> dict[str, Any]:
    return {
        **{name: _finite_or_none(getattr(cost, name)) for name in _AMOUNTS},
        "bounds": {name: str(bound) for name, bound in cost.bounds.items()},
        "exact": cost.exact,
        "unknown": list(cost.unknown),
        "assumed": list(cost.assumed),
        "loops": [asdict(loop) for loop in cost.loops],
        "live_arrays": [asdict(array) for array in cost.live_arrays],
        **{f"by_{by}": _row_dicts(cost, by) for by in NAMES},
    }


def _row_dicts(cost: Amounts, by: str) -> list[dict[str, Any]]:
    return [
        {
            by: getattr(row, NAMES[by]),
            **{name: _finite_or_none(getattr(row, name)) for name in _COLUMNS},
            "bounds": {name: str(bound) for name, bound in row.bounds.items()},
        }
        for row in rows(cost, by)
    ]


def _finite_or_none(amount: float) -> float | None:
    # The intensity of a program that moves no bytes is infinite, which JSON cannot represent.
    return amount if math.isfinite(amount) else None
