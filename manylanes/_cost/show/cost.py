"""The cost of a program, as an object, as plain data and as text."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

from manylanes._cost.show.amounts import NAMES, Amounts
from manylanes._cost.show.text import explain, format_table

_AMOUNTS = ("work", "span", "bytes", "largest", "peak", "sent", "messages", "intensity")
_COLUMNS = ("count", "work", "bytes", "sent")


@dataclass(frozen=True)
class Cost(Amounts):
    """The cost of a program by the published table; `str()` explains the cost op by op.

    `bounds` states for each amount whether it is exact. Source lines, scopes, live arrays and
    branch counts do not affect whether two costs are equal.
    """

    def table(self, by: str = "scope", depth: int | None = None) -> str:
        """Format the cost by "scope", "line" or "op"; merge scopes nested below `depth`.

        Raise ValueError for another table, and for a depth of another table than "scope".
        """
        return format_table(self, by, depth)

    def as_dict(self) -> dict[str, Any]:
        """Return the cost as numbers, strings, lists and dictionaries; infinity becomes None."""
        return {
            **_plain_amounts(self, _AMOUNTS),
            "exact": self.exact,
            "unknown": list(self.unknown),
            "assumed": list(self.assumed),
            "loops": [asdict(loop) for loop in self.loops],
            "live_arrays": [asdict(array) for array in self.live_arrays],
            **{
                f"by_{by}": [
                    {by: getattr(row, name), **_plain_amounts(row, _COLUMNS)}
                    for row in getattr(self, f"by_{by}")
                ]
                for by, name in NAMES.items()
            },
        }

    def to_json(self, indent: int | None = None) -> str:
        """Return `as_dict()` as JSON."""
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def __str__(self) -> str:
        return explain(self)


def _plain_amounts(row: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the amounts of a program or of a row, and whether each is exact.

    The intensity of a program that moves no bytes is infinite, which JSON cannot represent.
    """
    amounts = {name: getattr(row, name) for name in names}
    finite = {name: n if math.isfinite(n) else None for name, n in amounts.items()}
    return {**finite, "bounds": {name: str(bound) for name, bound in row.bounds.items()}}
