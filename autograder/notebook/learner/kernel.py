"""Track the names and cells of the running notebook through IPython's events."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from typing import Any

from autograder.core.course.cell_marker import read_marker
from autograder.core.course.course import Unit
from autograder.core.course.overwritten_names import Overwritten
from autograder.core.course.task import Task
from autograder.core.messages import report
from autograder.core.messages.explain_error import undefined
from autograder.notebook.learner.names_used import assigned_names, free_names


@dataclass(frozen=True)
class _Passed:
    """An answer that has passed: its names and the global names that it reads when called."""

    uses: frozenset[str]
    again: Callable[[list[str]], None]  # called with the names that changed


class Kernel:
    """Watch the namespace of the notebook before and after each cell, until `leave` is called."""

    def __init__(self, shell: Any, unit: Unit) -> None:
        self._shell, self._unit = shell, unit
        self._overwritten = Overwritten(shell.user_ns)
        self._running = ExitStack()
        self._answer_of: dict[str, str] = {}  # name -> task whose answer cell assigned it
        self._renamed: dict[str, list[str]] = {}  # missing name -> names that its cell assigns now
        self._names_before: dict[str, Any] = {}  # the namespace before the running cell
        self._placeholders: dict[str, Any] = {}  # values for undefined names of a check cell
        self._assigned_in: dict[str, str] = {}  # name -> cell that assigned it last
        self._free_names_of: dict[str, set[str]] = {}  # name -> globals that its cell's code reads
        self._passed: dict[str, _Passed] = {}
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)
        shell.set_custom_exc((NameError,), self._name_error)

    def leave(self) -> None:
        """Stop watching."""
        self._shell.events.unregister("pre_run_cell", self._before)
        self._shell.events.unregister("post_run_cell", self._after)
        self._shell.set_custom_exc((), None)

    def as_at(self, task: str) -> AbstractContextManager[None]:
        """Restore, while the context is open, the names as they were at that task's check cell."""
        return self._overwritten.as_at(task)

    def renamed(self, name: str) -> list[str] | None:
        """Return the names that the answer cell assigns now, if it no longer assigns `name`."""
        return self._renamed.get(name)

    def passed(self, task: Task, again: Callable[[list[str]], None]) -> None:
        """Call `again` whenever another cell changes a name that the passed answer uses."""
        uses, todo = set(task.names), list(task.names) if task.kind.takes_inputs else []
        while todo:
            new = self._free_names_of.get(todo.pop(), set()) - uses
            uses |= new
            todo += new
        self._passed[task.id] = _Passed(frozenset(uses), again)

    def values(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        """Return the current values of names; `...` if a name is undefined."""
        return tuple(self._shell.user_ns.get(name, ...) for name in names)

    def _given_task(self, source: str) -> str:
        """Return the task whose given cell this is, or ""."""
        text = source.strip()
        return next((t.id for t in self._unit.tasks if t.given and t.given.strip() == text), "")

    def _before(self, info: Any) -> None:
        task = self._given_task(info.raw_cell)
        self._running.enter_context(self._overwritten.by(task) if task else nullcontext())
        self._names_before = dict(self._shell.user_ns)
        self._add_placeholders(info.raw_cell)

    def _add_placeholders(self, source: str) -> None:
        """Define the undefined names of a check cell, because a NameError would stop *Run all*."""
        task, role = read_marker(source) or ("", "")
        asked = [name for t in self._unit.tasks if t.id == task for name in t.names]
        for name in asked if role == "check" else ():
            if name not in self._shell.user_ns:
                self._renamed.setdefault(name, [*self._shell.user_ns])
                self._placeholders[name] = self._shell.user_ns[name] = object()

    def _remove_placeholders(self) -> None:
        for name, lent in self._placeholders.items():
            if self._shell.user_ns.get(name) is lent:
                del self._shell.user_ns[name]
                del self._renamed[name]
        self._placeholders.clear()

    def _after(self, result: Any) -> None:
        self._remove_placeholders()
        self._running.close()
        source = getattr(result.info, "raw_cell", None) or ""
        marked = read_marker(source)
        task = marked[0] if marked and marked[1] == "answer" else ""
        if not self._given_task(source):
            cell = task or getattr(result.info, "cell_id", None) or source
            self._recheck_passed(cell, source)
        self._track_renames(source, task)

    def _recheck_passed(self, cell: str, source: str) -> None:
        """Judge passed tasks again if another cell changed a name that they use."""
        nothing = object()
        changed = [
            name
            for name, value in self._shell.user_ns.items()
            if self._names_before.get(name, nothing) is not value
        ]
        read = _free_names(source)
        other = {name for name in changed if self._assigned_in.get(name) != cell}
        for name in changed:
            self._assigned_in[name], self._free_names_of[name] = cell, read
        for answer in list(self._passed.values()):
            if found := sorted(answer.uses & other):
                answer.again(found)

    def _track_renames(self, source: str, task: str) -> None:
        """Record which names an answer cell assigns, and which it no longer assigns."""
        made = _names_assigned(source)
        for name in made:
            self._answer_of[name] = task
            self._renamed.pop(name, None)
        if task in (known := {t.id: t for t in self._unit.tasks}):
            for name in known[task].names:
                if name not in made and self._answer_of.get(name) == task:
                    self._renamed[name] = made

    def _name_error(
        self, shell: Any, kind: Any, error: Any, stack: Any, tb_offset: Any = None
    ) -> None:
        names = [name for task in self._unit.tasks for name in task.names]
        if error.name in names:
            print(report.plain(undefined(error.name, shell.user_ns).message), file=sys.stderr)
        else:
            shell.showtraceback((kind, error, stack), tb_offset=tb_offset)


def _names_assigned(source: str) -> list[str]:
    """Return the names that a cell assigns at its top level; none if it is not plain Python."""
    try:
        return [name for name, _ in assigned_names(source)]
    except SyntaxError:
        return []


def _free_names(source: str) -> set[str]:
    """Return the globals that a cell's functions read; none if it is not plain Python."""
    try:
        return free_names(source)
    except SyntaxError:
        return set()


def shell() -> Any:
    """Return the IPython shell of the current notebook, or None."""
    running = sys.modules.get("IPython")
    return running.get_ipython() if running else None
