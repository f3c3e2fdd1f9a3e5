"""What our given cells overwrite of a learner's names, put back while an earlier task is judged.

In the order of a notebook a task is checked before the given cells below it have run; at the judge
all cells have run by then. With this the two see the same names.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

# What a notebook's first cell imports; at the judge all but the figures do nothing.
IMPORTED = ("check", "figures", "hint", "see", "start")


@dataclass(frozen=True)
class _Change:
    task: str
    name: str
    theirs: Any
    ours: Any


class Overwritten:
    """For one namespace. Tasks are compared by their ids, which sort in the order of the unit."""

    def __init__(self, space: dict[str, Any]) -> None:
        self._space = space
        self._changes: list[_Change] = []

    @contextmanager
    def by(self, task: str) -> Iterator[None]:
        """Around a run of the given cell of a task."""
        before = dict(self._space)
        yield
        self._changes += [
            _Change(task, name, before[name], now)
            for name, now in self._space.items()
            if name in before and now is not before[name]
        ]

    @contextmanager
    def as_at(self, task: str) -> Iterator[None]:
        """As it was at that task: names that a later given cell has bound are theirs again."""
        undone = []
        for change in reversed(self._changes):
            if change.task > task and self._space.get(change.name) is change.ours:
                self._space[change.name] = change.theirs
                undone.append(change)
        try:
            yield
        finally:
            for change in reversed(undone):
                if self._space.get(change.name) is change.theirs:
                    self._space[change.name] = change.ours
