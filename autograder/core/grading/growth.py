"""Growth limits: compare the growth of an answer's cost with the growth of the solution's cost.

Cost is counted at several sizes. "log" and "const" limit the increase between neighbouring sizes,
and "linear" limits the ratio. At every size, the cost may be at most MAX_RATIO times the solution's
cost.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import log2
from typing import Any

MAX_RATIO = 8  # highest allowed ratio to the solution's cost, and to its growth
# From one size to the next, the answer's cost and the solution's cost each grow by a factor.
# MAX_STEP limits the ratio of the two factors. If a cost grows like n log n instead of n, this
# ratio is at least 7/6 at the default sizes, which end at 128.
MAX_STEP = 1.1
LAWS = {"span": ("log", "const"), "work": ("linear",)}
DESCRIPTIONS = {
    "log": "growing like the logarithm of the size",
    "const": "the same at every size",
    "linear": "growing like the solution's",
}


def satisfies(law: str, sizes: Sequence[int], mine: Sequence[Any], theirs: Sequence[Any]) -> bool:
    """Return True if the costs `mine` grow as `law` allows and are not too high.

    A cost may be at most MAX_RATIO times the cost of the solution, which is in `theirs`. There, a
    cost of 0 counts as 1.
    """
    if any(cost > MAX_RATIO * max(right, 1) for cost, right in zip(mine, theirs, strict=True)):
        return False
    if law != "linear":
        return _grows_slowly(law, sizes, mine, theirs)
    # A step is the ratio of the costs at two neighbouring sizes. The limit is relative to the
    # solution's step, because several sizes of a task may grow at the same time.
    steps = zip(pairwise(map(float, mine)), pairwise(map(float, theirs)), strict=True)
    return all(
        after * right_before <= MAX_STEP * before * right_after
        for (before, after), (right_before, right_after) in steps
    )


def decreases(costs: Sequence[Any]) -> bool:
    """Return True if the cost is lower at some size than at the next smaller size."""
    return any(after < before for before, after in pairwise(costs))


def steepness(sizes: Sequence[int], costs: Sequence[Any]) -> float:
    """Return the factor by which the growth of a cost increases from the first sizes to the last.

    The factor is the last increase of the cost per doubling of the size, divided by the first
    increase. A first increase below 1 counts as 1.
    """
    grown = growth(sizes, costs)
    return grown[-1] / max(grown[0], 1)


def growth(sizes: Sequence[int], costs: Sequence[Any]) -> list[float]:
    """Return the increase of a cost per doubling of the size, for each pair of neighbouring sizes.

    With logarithmic growth, all increases are equal. With a constant cost, all increases are 0.
    """
    pairs = pairwise(zip(sizes, map(float, costs), strict=True))
    return [(cost - before) / log2(size / less) for (less, before), (size, cost) in pairs]


def _grows_slowly(
    law: str, sizes: Sequence[int], mine: Sequence[Any], theirs: Sequence[Any]
) -> bool:
    grown, allowed = growth(sizes, mine), growth(sizes, theirs)
    # With linear growth, the increase doubles at every doubling of the size. The factor 1.5 allows
    # for rounded logarithms.
    most = 1.5 * grown[0] + 1 if law == "log" else 0
    return all(
        step <= min(most, MAX_RATIO * max(right, 1.0))
        for step, right in zip(grown, allowed, strict=True)
    )
