"""Trip counts of loops that depend on data, collected over several runs of a program."""

from __future__ import annotations

from collections.abc import Mapping

Counts = Mapping[int, int]  # loop number -> trip count in one run, for loops that depend on data


def record_counts(runs: list[Counts], counted: Counts) -> None:
    """Append the trip counts of a run unless they are empty or already in `runs`."""
    if counted and counted not in runs:
        runs.append(counted)
