"""A limit on growth: how a cost rises with each doubling of the size, beside the solution's own.

Every step counts, and each beside the solution's: what is wasted at one size makes no room at
another.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import Any

ROOM = 8  # as often the solution's own cost, and its growth, a constant in front may be
BESIDE = 1.1  # of a step of the solution's growth; n log n beside n makes 1.17 and more
LAWS = {"span": ("log", "const"), "work": ("linear",)}
WORDS = {
    "log": "growing like the logarithm of the size",
    "const": "the same at every size",
    "linear": "growing like the solution's",
}


def fits(law: str, sizes: Sequence[int], mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    """Whether a cost grows no faster than asked, and is nowhere many times the solution's."""
    small = all(cost <= ROOM * max(own, 1) for cost, own in zip(mine, theirs, strict=True))
    return small and (_beside(mine, theirs) if law == "linear" else _slow(law, sizes, mine, theirs))


def falls(costs: Sequence[Any]) -> bool:
    """Whether it is less somewhere where the input is larger."""
    return any(after < before for before, after in pairwise(costs))


def steepness(sizes: Sequence[int], costs: Sequence[Any]) -> float:
    """One number for how it grows, to compare programs by."""
    grown = growth(sizes, costs)
    return grown[-1] / max(grown[0], 1)


def growth(sizes: Sequence[int], costs: Sequence[Any]) -> list[float]:
    """For each doubling of the size: none is constant, a steady one is a logarithm."""
    pairs = pairwise(zip(sizes, map(float, costs), strict=True))
    return [(cost - before) / log2(size / less) for (less, before), (size, cost) in pairs]


def _slow(law: str, sizes: Sequence[int], mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    ours, own = growth(sizes, mine), growth(sizes, theirs)
    # A line's growth doubles with every doubling; half again leaves room for rounded logarithms.
    most = 1.5 * ours[0] + 1 if law == "log" else 0
    return all(
        grown <= min(most, ROOM * max(right, 1.0)) for grown, right in zip(ours, own, strict=True)
    )


def _beside(mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    """Other sizes grow along with the one in question, so that a line is what the solution is."""
    steps = zip(pairwise(map(float, mine)), pairwise(map(float, theirs)), strict=True)
    return all(
        after * own_before <= BESIDE * before * own_after
        for (before, after), (own_before, own_after) in steps
    )
