"""How often the loops of a program go round, over several runs of it: only a run can tell."""

from __future__ import annotations

from collections.abc import Mapping

Counts = Mapping[int, int]  # of each loop that is not read from the text, in one run


def note(runs: list[Counts], counted: Counts) -> None:
    """Add what one run counted, where no other counted the same."""
    if counted and counted not in runs:
        runs.append(counted)
