"""How often the loops of a program go round, over several runs of it: only a run can tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

Counts = Mapping[int, int]  # of each loop that is not read from the text, in one run
MEASURES = ("work", "span", "bytes", "largest", "peak", "products")


def note(runs: list[Counts], counted: Counts) -> None:
    """Add what one run counted, where no other counted the same."""
    if counted and counted not in runs:
        runs.append(counted)


def dearest(program: Any, runs: Sequence[Counts]) -> Any:
    """Each measure where it is most.

    Each run by itself: loops that wait for one another never go round as often as each goes in the
    run where it goes round most.
    """
    costs = [program.cost(counted) for counted in runs or ({},)]
    most = {name: max(getattr(cost, name) for cost in costs) for name in MEASURES}
    unknown = dict.fromkeys(name for cost in costs for name in cost.unknown)
    return replace(costs[0], **most, unknown=tuple(unknown))
