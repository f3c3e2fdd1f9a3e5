"""The notebook that calls us, as far as IPython tells: its names, and its cells as they run."""

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
from autograder.notebook.learner.names_used import bound, looked_up


@dataclass(frozen=True)
class _Passed:
    """An answer that has passed: the names it is found by and looks up when it is called."""

    uses: frozenset[str]
    again: Callable[[list[str]], None]


class Kernel:
    """Looks at each cell before and after it runs; `leave` ends that."""

    def __init__(self, shell: Any, unit: Unit) -> None:
        self._shell, self._unit = shell, unit
        self._overwritten = Overwritten(shell.user_ns)
        self._running = ExitStack()
        self._made_by: dict[str, str] = {}  # what is checked: the task whose answer cell made it
        self._renamed: dict[str, list[str]] = {}  # what is no longer made there: what is instead
        self._was: dict[str, Any] = {}  # all names, before the cell that is running
        self._lent: dict[str, Any] = {}  # names that its check asks for and nobody has made
        self._bound_by: dict[str, str] = {}  # a name: the cell that has bound it
        self._looks_up: dict[str, set[str]] = {}  # a name: what the functions of its cell look up
        self._passed: dict[str, _Passed] = {}
        shell.events.register("pre_run_cell", self._before)
        shell.events.register("post_run_cell", self._after)
        shell.set_custom_exc((NameError,), self._name_error)

    def leave(self) -> None:
        """Look no more."""
        self._shell.events.unregister("pre_run_cell", self._before)
        self._shell.events.unregister("post_run_cell", self._after)
        self._shell.set_custom_exc((), None)

    def as_at(self, task: str) -> AbstractContextManager[None]:
        """The names as the answers above that task's check left them."""
        return self._overwritten.as_at(task)

    def renamed(self, name: str) -> list[str] | None:
        """The names that its answer cell makes now, where that cell has stopped making this one."""
        return self._renamed.get(name)

    def passed(self, task: Task, again: Callable[[list[str]], None]) -> None:
        """From now on `again` hears of the names it needs that some other cell binds anew."""
        uses, todo = set(task.names), list(task.names) if task.kind.takes_inputs else []
        while todo:
            new = self._looks_up.get(todo.pop(), set()) - uses
            uses |= new
            todo += new
        self._passed[task.id] = _Passed(frozenset(uses), again)

    def values(self, names: tuple[str, ...]) -> tuple[Any, ...]:
        """What they are now; `...` where one has gone."""
        return tuple(self._shell.user_ns.get(name, ...) for name in names)

    def _given(self, source: str) -> str:
        """The task whose given cell this is, or nothing."""
        text = source.strip()
        return next((t.id for t in self._unit.tasks if t.given and t.given.strip() == text), "")

    def _before(self, info: Any) -> None:
        task = self._given(info.raw_cell)
        self._running.enter_context(self._overwritten.by(task) if task else nullcontext())
        self._was = dict(self._shell.user_ns)
        self._lend(info.raw_cell)

    def _lend(self, source: str) -> None:
        """A check finds something under each name: an error would stop *Run all* there."""
        task, role = read_marker(source) or ("", "")
        asked = [name for t in self._unit.tasks if t.id == task for name in t.names]
        for name in asked if role == "check" else ():
            if name not in self._shell.user_ns:
                self._renamed.setdefault(name, [*self._shell.user_ns])
                self._lent[name] = self._shell.user_ns[name] = object()

    def _take_back(self) -> None:
        for name, lent in self._lent.items():
            if self._shell.user_ns.get(name) is lent:
                del self._shell.user_ns[name]
                del self._renamed[name]
        self._lent.clear()

    def _after(self, result: Any) -> None:
        self._take_back()
        self._running.close()
        source = getattr(result.info, "raw_cell", None) or ""
        marked = read_marker(source)
        task = marked[0] if marked and marked[1] == "answer" else ""
        if not self._given(source):
            cell = task or getattr(result.info, "cell_id", None) or source
            self._tell_of_other_names(cell, source)
        self._follow(source, task)

    def _tell_of_other_names(self, cell: str, source: str) -> None:
        """Whoever has passed is judged once more where another cell binds what it needs."""
        nothing = object()
        bound = [
            name
            for name, value in self._shell.user_ns.items()
            if self._was.get(name, nothing) is not value
        ]
        looked_up = _looked_up(source)
        other = {name for name in bound if self._bound_by.get(name) != cell}
        for name in bound:
            self._bound_by[name], self._looks_up[name] = cell, looked_up
        for answer in list(self._passed.values()):
            if found := sorted(answer.uses & other):
                answer.again(found)

    def _follow(self, source: str, task: str) -> None:
        """Notes which names an answer cell makes, and which it makes no longer."""
        made = _made(source)
        for name in made:
            self._made_by[name] = task
            self._renamed.pop(name, None)
        if task in (known := {t.id: t for t in self._unit.tasks}):
            for name in known[task].names:
                if name not in made and self._made_by.get(name) == task:
                    self._renamed[name] = made

    def _name_error(
        self, shell: Any, kind: Any, error: Any, stack: Any, tb_offset: Any = None
    ) -> None:
        names = [name for task in self._unit.tasks for name in task.names]
        if error.name in names:
            print(report.plain(undefined(error.name, shell.user_ns).message), file=sys.stderr)
        else:
            shell.showtraceback((kind, error, stack), tb_offset=tb_offset)


def _made(source: str) -> list[str]:
    """The names that a cell binds at its top level; none where it is not plain Python."""
    try:
        return [name for name, _ in bound(source)]
    except SyntaxError:
        return []


def _looked_up(source: str) -> set[str]:
    """The names that a cell's functions look up; none where it is not plain Python."""
    try:
        return looked_up(source)
    except SyntaxError:
        return set()


def shell() -> Any:
    """The shell of the notebook that we are in, or None."""
    running = sys.modules.get("IPython")
    return running.get_ipython() if running else None
