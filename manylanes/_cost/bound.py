"""Whether a counted amount is exact, a lower bound, an upper bound, or approximate."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Bound(StrEnum):
    """How a counted amount relates to the true amount."""

    EXACT = "exact"
    LEAST = "at least"
    MOST = "at most"
    NEITHER = "about"

    @staticmethod
    def of(overcounted: bool, undercounted: bool) -> Bound:
        """Return the bound of an amount that may be too high, too low, both or neither."""
        if overcounted and undercounted:
            return Bound.NEITHER
        return Bound.MOST if overcounted else Bound.LEAST if undercounted else Bound.EXACT

    def combine(self, other: Bound) -> Bound:
        """Return the bound of an amount that grows with two bounded amounts, such as their sum."""
        both = {self, other}
        overcounted = bool(both & {Bound.MOST, Bound.NEITHER})
        return Bound.of(overcounted, bool(both & {Bound.LEAST, Bound.NEITHER}))

    @property
    def prefix(self) -> str:
        """The words before an amount in a sentence, such as "at least "; empty if it is exact."""
        return "" if self is Bound.EXACT else f"{self} "

    @property
    def sign(self) -> str:
        """The sign before an amount in a table, such as "≥ "; empty if it is exact."""
        return {"exact": "", "at least": "≥ ", "at most": "≤ ", "about": "~ "}[self]


def bound_of(row: Any, name: str) -> Bound:
    """Return the bound of the amount `name` in a table row, by default exact."""
    bound: Bound = row.bounds.get(name, Bound.EXACT)
    return bound
