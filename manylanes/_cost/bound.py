"""The relation of a counted amount to the true one."""

from __future__ import annotations

from enum import StrEnum
from typing import Any


class Bound(StrEnum):
    """An amount is exact, a lower bound, an upper bound, or approximate."""

    EXACT = "exact"
    LEAST = "at least"
    MOST = "at most"
    NEITHER = "about"

    @staticmethod
    def of(overcounted: bool, undercounted: bool) -> Bound:
        """Return the kind of bound that a count is if it may be too high, too low or both."""
        if overcounted and undercounted:
            return Bound.NEITHER
        return Bound.MOST if overcounted else Bound.LEAST if undercounted else Bound.EXACT

    def combine(self, other: Bound) -> Bound:
        """Return the bound of a combination of two amounts."""
        both = {self, other}
        overcounted = bool(both & {Bound.MOST, Bound.NEITHER})
        return Bound.of(overcounted, bool(both & {Bound.LEAST, Bound.NEITHER}))

    @property
    def prefix(self) -> str:
        """The prefix of the amount in a sentence."""
        return "" if self is Bound.EXACT else f"{self} "

    @property
    def sign(self) -> str:
        """The prefix of the amount in a table."""
        return {"exact": "", "at least": "≥ ", "at most": "≤ ", "about": "~ "}[self]


def bound_of(row: Any, name: str) -> Bound:
    """Return the bound of an amount of a row; the default is exact."""
    bound: Bound = row.bounds.get(name, Bound.EXACT)
    return bound
