"""The cost of a program, as an object, as plain data and as text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from manylanes._cost.show import plain
from manylanes._cost.show.amounts import Amounts
from manylanes._cost.show.text import explain, format_table


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
        return plain.as_dict(self)

    def to_json(self, indent: int | None = None) -> str:
        """Return `as_dict()` as JSON."""
        return json.dumps(self.as_dict(), indent=indent, ensure_ascii=False)

    def __str__(self) -> str:
        return explain(self)
