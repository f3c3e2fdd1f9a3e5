"""The notebook that calls us, as far as IPython tells: its names, and its cells as they run."""

from __future__ import annotations

import ast
import sys
from contextlib import AbstractContextManager, ExitStack, nullcontext
from typing import Any

from autograder.say import report
from autograder.say.trouble import undefined
from autograder.task.course import Unit
from autograder.task.marker import read_marker
from autograder.task.names import Overwritten

_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Kernel:
    """Looks at each cell before and after it runs; `leave` ends that."""

    def __init__(self, shell: Any, unit: Unit) -> None:
        self._shell, self._unit = shell, unit
        self._overwritten = Overwritten(shell.user_ns)
        self._running = ExitStack()
        self._made_by: dict[str, str] = {}  # what is checked: the task whose answer cell made it
        self._renamed: dict[str, list[str]] = {}  # what is no longer made there: what is instead
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

    def _before(self, info: Any) -> None:
        text = info.raw_cell.strip()
        task = next((t.id for t in self._unit.tasks if t.given and t.given.strip() == text), "")
        self._running.enter_context(self._overwritten.by(task) if task else nullcontext())

    def _after(self, result: Any) -> None:
        self._running.close()
        source = getattr(result.info, "raw_cell", None) or ""
        marked = read_marker(source)
        task = marked[0] if marked and marked[1] == "answer" else ""
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
        body = ast.parse(source).body
    except SyntaxError:
        return []
    names = [node.name for node in body if isinstance(node, _NAMED)]
    for node in body:
        if not isinstance(node, _NAMED):
            names += [
                item.id
                for item in ast.walk(node)
                if isinstance(item, ast.Name) and isinstance(item.ctx, ast.Store)
            ]
    return names


def shell() -> Any:
    """The shell of the notebook that we are in, or None."""
    running = sys.modules.get("IPython")
    return running.get_ipython() if running else None
