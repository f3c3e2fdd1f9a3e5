"""How a counted number stands to the true one."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Bound(StrEnum):
    """Exact; or too low, where something is left out; or too high, where a branch is open."""

    EXACT = "exact"
    LEAST = "at least"
    MOST = "at most"
    NEITHER = "about"

    @staticmethod
    def of(over: bool, under: bool) -> Bound:
        """Of a number that may be too high, or too low, or either."""
        if over and under:
            return Bound.NEITHER
        return Bound.MOST if over else Bound.LEAST if under else Bound.EXACT

    def joined(self, other: Bound) -> Bound:
        """Of a number that is one or the other."""
        both = {self, other}
        over = bool(both & {Bound.MOST, Bound.NEITHER})
        return Bound.of(over, bool(both & {Bound.LEAST, Bound.NEITHER}))

    @property
    def words(self) -> str:
        """What is written before the number."""
        return "" if self is Bound.EXACT else f"{self} "

    @property
    def sign(self) -> str:
        """The same in a table."""
        return {"exact": "", "at least": "≥ ", "at most": "≤ ", "about": "~ "}[self]


def bound_of(row: Any, name: str) -> Bound:
    """How this amount of it stands to the true one: exact, where nothing else is said."""
    found: Bound = row.bounds.get(name, Bound.EXACT)
    return found
