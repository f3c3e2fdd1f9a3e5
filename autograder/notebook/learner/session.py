"""The session of a notebook: its unit, latest verdicts, passed tasks and shown hints."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.course.plan import load_check
from autograder.core.course.task import Task
from autograder.core.grading.check import Check
from autograder.core.inputs.student_parameters import name_student, student
from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed, CourseError
from autograder.core.messages.verdict import Status, Verdict
from autograder.notebook.learner import progress
from autograder.notebook.learner.jax_setup import machine
from autograder.notebook.learner.kernel import Kernel, get_shell


@dataclass
class Session:
    """The state of one notebook."""

    unit: Unit | None = None
    hints: dict[str, int] = field(default_factory=dict)
    # The latest verdict of each task, in the order of the checks.
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    passed: set[str] = field(default_factory=set)  # includes tasks that passed in an earlier kernel
    kernel: Kernel | None = None
    folder: Path = Path()

    def begin(self, unit: Unit | None) -> None:
        """Start or restart a unit, or end the session if `unit` is None.

        In an IPython kernel, load the stored progress. Everything else starts empty.
        """
        if self.kernel:
            self.kernel.stop()
        self.unit, self.folder = unit, Path.cwd()
        self.kernel = Kernel(get_shell(), unit) if unit and get_shell() else None
        self.hints.clear()
        self.verdicts.clear()
        self.passed = progress.load(unit, self.folder) if unit and self.kernel else set()

    def record(self, task: Task, verdict: Verdict) -> None:
        """Record the latest verdict of a task, and save the progress in an IPython kernel.

        A passed task stays passed until its check fails. A check that does not run it to
        completion changes nothing.
        """
        self.verdicts.pop(task.id, None)
        self.verdicts[task.id] = verdict
        if verdict.status is Status.PASSED:
            self.passed.add(task.id)
        elif verdict.status is Status.FAILED:
            self.passed.discard(task.id)
        if self.unit and self.kernel:
            progress.save(self.unit, self.folder, self.passed)

    @property
    def open_tasks(self) -> list[Task]:
        """Return the judged tasks that have not passed, without those that are judged later."""
        tasks = self.unit.judged if self.unit else ()
        later = [id for id, verdict in self.verdicts.items() if verdict.status is Status.LATER]
        return [task for task in tasks if task.id not in (*self.passed, *later)]

    def task(self, names: list[str], target: Any = None) -> Task:
        """Return the first task of the unit that has one of `names`.

        Raise CheckFailed if there is none. If `target`, the named object, is neither a function nor
        a string, the message explains that a result was passed.
        """
        if self.unit is None:
            raise CheckFailed(report.NOT_STARTED)
        for task in self.unit.tasks:
            if any(map(task.has_name, names)):
                return task
        choices = [name for task in self.unit.tasks for name in task.learner_names]
        if not (target is None or callable(target) or isinstance(target, str)):
            raise CheckFailed(report.RESULT_PASSED)
        name = next((name for name in reversed(names) if name.strip("<>") == name), "")
        raise CheckFailed(report.no_task(choices, self.unit.id, name))

    def next_hint(self, task: Task) -> str:
        """Return a line with the call that shows the next hint, or "" after the last hint."""
        number = self.hints.get(task.id, 0) + 1
        return report.next_hint(hint_call(task), number, len(task.hints))


SESSION = Session()


def hint_call(task: Task) -> str:
    """Return the call that shows a hint for a task."""
    name = task.learner_names[0] if task.learner_names else task.id
    return f"hint({name})" if task.kind.takes_inputs else f'hint("{name}")'


def names_of(target: Any, frame: FrameType) -> list[str]:
    """Return the local and global names of an object in a frame, then its `__name__` or ""."""
    spaces = (frame.f_locals, frame.f_globals)
    names = [name for space in spaces for name, value in space.items() if value is target]
    return [*names, getattr(target, "__name__", "")]


def course() -> Course | None:
    """Return the course, or None if none is found, as in the sandbox that runs student code."""
    try:
        return Course.find()
    except CourseError:
        return None


def start(unit: str, student: str | None = None) -> None:
    """Select the unit of this notebook, and print its tasks, the device and the passed tasks.

    If `student` is given, it selects the parameters of the tasks. Without a course, print nothing.
    Raise CheckFailed if JAX is too old, and CourseError if there is no such unit.
    """
    if student:
        name_student(student)
    here = course()
    if here is None:
        return
    selected = here.unit(unit)
    SESSION.begin(selected)
    number, count = selected.id[:2], len(selected.tasks)
    print(
        f"Unit {number}, {selected.title}: {count} tasks, {selected.points:g} points. {machine()}"
    )
    if SESSION.passed:
        todo = [(task.id, task.title) for task in SESSION.open_tasks]
        print(report.progress_line(len(SESSION.passed), len(selected.judged), todo))


@lru_cache(maxsize=64)
def _plan(task: Task, name: str) -> Check:
    return load_check(task, name)


def plan_of(task: Task) -> Check:
    """Return the task's check for this student. The result is cached."""
    return _plan(task, student())
