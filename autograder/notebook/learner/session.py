"""What a notebook has said so far: its unit, its student, the hints it has shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.grading.check import Check
from autograder.core.inputs.student_parameters import name_student, student
from autograder.core.messages import report
from autograder.core.messages.errors import CheckFailed, CourseError
from autograder.core.messages.verdict import Status, Verdict
from autograder.notebook.learner import progress
from autograder.notebook.learner.jax_setup import machine
from autograder.notebook.learner.kernel import Kernel, shell


@dataclass
class Session:
    """The state of one notebook."""

    unit: Unit | None = None
    hints: dict[str, int] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)  # the last of each task, in order
    passed: set[str] = field(default_factory=set)  # in an earlier kernel, too
    kernel: Kernel | None = None
    folder: Path = Path()

    def begin(self, unit: Unit | None) -> None:
        """Start or restart a unit. Only the progress that its folder stores is kept."""
        if self.kernel:
            self.kernel.leave()
        self.unit, self.folder = unit, Path.cwd()
        self.kernel = Kernel(shell(), unit) if unit and shell() else None
        self.hints.clear()
        self.verdicts.clear()
        self.passed = progress.passed(unit, self.folder) if unit and self.kernel else set()

    def note(self, task: Task, verdict: Verdict) -> None:
        """Store the latest verdict of a task, and save the progress."""
        self.verdicts.pop(task.id, None)
        self.verdicts[task.id] = verdict
        if verdict.status is Status.PASSED:
            self.passed.add(task.id)
        elif verdict.status is Status.FAILED:
            self.passed.discard(task.id)
        if self.unit and self.kernel:
            progress.keep(self.unit, self.folder, self.passed)

    @property
    def open(self) -> list[Task]:
        """The automatically judged tasks that are not done yet, in order."""
        tasks = self.unit.judged if self.unit else ()
        later = [id for id, verdict in self.verdicts.items() if verdict.status is Status.LATER]
        return [task for task in tasks if task.id not in (*self.passed, *later)]

    def task(self, names: list[str], thing: Any = None) -> Task:
        """Return the task of the unit that asks for one of these names, those of `thing`."""
        if self.unit is None:
            raise CheckFailed(report.NOT_STARTED)
        for task in self.unit.tasks:
            if any(map(task.called, names)):
                return task
        known = [name for task in self.unit.tasks for name in task.written]
        if not (thing is None or callable(thing) or isinstance(thing, str)):
            raise CheckFailed(report.RESULT_PASSED)
        name = next((name for name in reversed(names) if name.strip("<>") == name), "")
        raise CheckFailed(report.no_task(known, self.unit.id, name))

    def next_hint(self, task: Task) -> str:
        """Return the line that names the next hint."""
        number = self.hints.get(task.id, 0) + 1
        return report.next_hint(hint_call(task), number, len(task.hints))


SESSION = Session()


def hint_call(task: Task) -> str:
    """Return the call that shows a hint for a task."""
    name = task.written[0] if task.written else task.id
    return f"hint({name})" if task.kind.takes_inputs else f'hint("{name}")'


def names_of(thing: Any, frame: FrameType) -> list[str]:
    """Return the names of an object in the caller's frame, and its `__name__`."""
    spaces = (frame.f_locals, frame.f_globals)
    names = [name for space in spaces for name, value in space.items() if value is thing]
    return [*names, getattr(thing, "__name__", "")]


def course() -> Course | None:
    """Return the course, or None in the sandbox that runs students' notebooks."""
    try:
        return Course.find()
    except CourseError:
        return None


def start(unit: str, student: str | None = None) -> None:
    """Select the unit of this notebook, and print one line about the unit and the device."""
    if student:
        name_student(student)
    here = course()
    if here is None:
        return
    found = here.unit(unit)
    SESSION.begin(found)
    head = f"Unit {found.id[:2]}, {found.title}: {len(found.tasks)} tasks, {found.points:g} points."
    print(f"{head} {machine()}")
    if SESSION.passed:
        todo = [(task.id, task.title) for task in SESSION.open]
        print(report.so_far(len(SESSION.passed), len(found.judged), todo))


@lru_cache(maxsize=64)
def _plan(task: Task, name: str) -> Check:
    return task.plan(name)


def plan_of(task: Task) -> Check:
    """Return the task's check for this student, cached."""
    return _plan(task, student())
