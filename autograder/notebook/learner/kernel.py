"""Track the names and cells of the running notebook through IPython's events."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

from autograder.core.course.assigned_names import assigned_names
from autograder.core.course.cell_marker import read_marker
from autograder.core.course.course import Unit
from autograder.core.course.overwritten_names import Overwritten
from autograder.core.messages.explain_error import undefined_finding
from autograder.core.messages.printable import replace_control_characters


class Kernel:
    """Watch the namespace of the notebook before and after each cell, until `stop` is called.

    Replace the traceback of a NameError about a name of the unit's tasks by a short message.
    """

    def __init__(self, shell: Any, unit: Unit) -> None:
        self._shell, self._unit = shell, unit
        self._overwritten = Overwritten(shell.user_ns)
        self._cell_context = ExitStack()  # context that is open while a cell runs
        self._answer_of: dict[str, str] = {}  # name -> task of the answer that assigned it, or ""
        self._renamed: dict[str, list[str]] = {}  # missing name -> names that may have replaced it
        self._placeholders: dict[str, Any] = {}  # values for the undefined names of a task
        shell.events.register("pre_run_cell", self._before_cell)
        shell.events.register("post_run_cell", self._after_cell)
        shell.set_custom_exc((NameError,), self._name_error)

    def stop(self) -> None:
        """Stop watching the notebook."""
        self._shell.events.unregister("pre_run_cell", self._before_cell)
        self._shell.events.unregister("post_run_cell", self._after_cell)
        self._shell.set_custom_exc((), None)

    @property
    def variables(self) -> dict[str, Any]:
        """Return the variables of the notebook."""
        return self._shell.user_ns  # type: ignore[no-any-return]

    def names_at(self, task: str) -> AbstractContextManager[None]:
        """Return a context manager that undoes the changes by given cells of later tasks."""
        return self._overwritten.undo_later_changes(task)

    def renamed(self, name: str) -> list[str] | None:
        """Return the recorded names that may have replaced `name`, or None if there are none.

        These are the names that the answer cell now assigns. If a check cell or `check()` runs
        while the name is undefined, they are all names of the notebook.
        """
        return self._renamed.get(name)

    def _given_task(self, source: str) -> str:
        """Return the id of the task whose given cell has this source, or ""."""
        text = source.strip()
        return next((t.id for t in self._unit.tasks if t.given and t.given.strip() == text), "")

    def _before_cell(self, info: Any) -> None:
        if given := self._given_task(info.raw_cell):
            self._cell_context.enter_context(self._overwritten.record_changes(given))
        task, role = read_marker(info.raw_cell) or ("", "")
        if role == "check":  # a NameError would stop *Run all*
            self.add_placeholders([n for t in self._unit.tasks if t.id == task for n in t.names])

    def add_placeholders(self, names: Iterable[str]) -> None:
        """Give each undefined name a placeholder value until the running cell ends.

        Record every name defined in the notebook as a possible replacement.
        """
        for name in names:
            if name not in self._shell.user_ns:
                self._renamed.setdefault(name, [*self._shell.user_ns])
                self._placeholders[name] = self._shell.user_ns[name] = object()

    def _remove_placeholders(self) -> None:
        for name, placeholder in self._placeholders.items():
            if self._shell.user_ns.get(name) is placeholder:
                del self._shell.user_ns[name]
                del self._renamed[name]
        self._placeholders.clear()

    def _after_cell(self, result: Any) -> None:
        self._remove_placeholders()
        self._cell_context.close()
        source = getattr(result.info, "raw_cell", None) or ""
        task, role = read_marker(source) or ("", "")
        self._track_renames(source, task if role == "answer" else "")

    def _track_renames(self, source: str, task: str) -> None:
        """Record the names that a cell assigns, and those that an answer cell no longer assigns."""
        try:
            assigned = [name for name, _ in assigned_names(source)]
        except SyntaxError:  # not plain Python
            assigned = []
        for name in assigned:
            self._answer_of[name] = task
            self._renamed.pop(name, None)
        if task in (tasks := {t.id: t for t in self._unit.tasks}):
            for name in tasks[task].names:
                if name not in assigned and self._answer_of.get(name) == task:
                    self._renamed[name] = assigned

    def _name_error(
        self, shell: Any, kind: Any, error: Any, stack: Any, tb_offset: Any = None
    ) -> None:
        names = [name for task in self._unit.tasks for name in task.names]
        if error.name in names:
            print(
                replace_control_characters(undefined_finding(error.name, shell.user_ns).message),
                file=sys.stderr,
            )
        else:
            shell.showtraceback((kind, error, stack), tb_offset=tb_offset)


def get_shell() -> Any:
    """Return the IPython shell of the current notebook, or None."""
    ipython = sys.modules.get("IPython")
    return ipython.get_ipython() if ipython else None
