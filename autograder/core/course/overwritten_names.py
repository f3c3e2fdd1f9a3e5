"""While a task is judged, restore variables that the given cells of later tasks overwrote.

In a notebook, a task is checked before the given cells below it run. In grading, all cells run
before the first task is judged. With this module, a notebook and the grader judge a task with the
same variables. Only assignments to existing variables are undone, not changes inside a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

# The functions that a notebook's first cell imports. In grading, all of these functions except
# `figures` are replaced by functions that do nothing.
IMPORTED = ("check", "figures", "hint", "see", "start")


@dataclass(frozen=True)
class _Change:
    """A variable whose value the given cell of a task replaced."""

    task: str
    name: str
    student: Any  # the value before the given cell ran
    given: Any  # the value that the given cell assigned


class Overwritten:
    """Record the changes that given cells make to a namespace.

    Task ids are compared as strings, because their alphabetical order is the order of the tasks.
    """

    def __init__(self, space: dict[str, Any]) -> None:
        self._space = space
        self._changes: list[_Change] = []

    @contextmanager
    def record_changes(self, task: str) -> Iterator[None]:
        """Record the existing variables that the given cell of a task reassigns in this context.

        Nothing is recorded if the cell raises an error.
        """
        before = dict(self._space)
        yield
        self._changes += [
            _Change(task, name, before[name], now)
            for name, now in self._space.items()
            if name in before and now is not before[name]
        ]

    @contextmanager
    def undo_later_changes(self, task: str) -> Iterator[None]:
        """Undo, inside this context, the changes made by the given cells of later tasks.

        A variable that has since been reassigned is left as it is.
        """
        undone = []
        for change in reversed(self._changes):
            if change.task > task and self._space.get(change.name) is change.given:
                self._space[change.name] = change.student
                undone.append(change)
        try:
            yield
        finally:
            for change in reversed(undone):
                if self._space.get(change.name) is change.student:
                    self._space[change.name] = change.given
