"""What a notebook has said so far: its unit, its student, the hints it has shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from autograder.draw.figures import name_student, student
from autograder.judge.check import Check
from autograder.say import report
from autograder.say.errors import CheckFailed, CourseError
from autograder.task.course import Course, Unit
from autograder.task.task import Task


@dataclass
class Session:
    """The state of one notebook."""

    unit: Unit | None = None
    hints: dict[str, int] = field(default_factory=dict)

    def task(self, names: list[str]) -> Task:
        """The task of the unit that asks for one of these names."""
        if self.unit is None:
            raise CheckFailed(report.NOT_STARTED)
        for task in self.unit.tasks:
            if task.id in names or any(name in task.names for name in names):
                return task
        known = [name for task in self.unit.tasks for name in task.names]
        raise CheckFailed(report.not_checked(known, self.unit.id))

    def next_hint(self, task: Task) -> str:
        """The line that names the next hint."""
        number = self.hints.get(task.id, 0) + 1
        return report.next_hint(hint_call(task), number, len(task.hints))


SESSION = Session()


def hint_call(task: Task) -> str:
    """How a notebook asks for a hint."""
    name = task.names[0] if task.names else task.id
    return f"hint({name})" if task.kind.drawn else f'hint("{name}")'


def course() -> Course | None:
    """The course, or None: inside the sandbox that runs students' notebooks there is none."""
    try:
        return Course.find()
    except CourseError:
        return None


def start(unit: str, student: str | None = None) -> None:
    """Say which unit this notebook is; prints the device and the tasks."""
    if student:
        name_student(student)
    here = course()
    if here is None:
        return
    SESSION.unit = here.unit(unit)
    SESSION.hints.clear()
    tasks = [(" and ".join(t.names) or t.id, t.points) for t in SESSION.unit.tasks]
    number, title = SESSION.unit.id[:2], SESSION.unit.title
    print(report.start_text(title, number, _machine(), tasks))


def _machine() -> str:
    import jax

    device = jax.devices()[0]
    kind = device.platform.upper() if device.platform == "cpu" else device.device_kind
    return f"JAX {jax.__version__} runs on the {kind}."


@lru_cache(maxsize=64)
def _plan(task: Task, name: str) -> Check:
    return task.plan(name)


def plan_of(task: Task) -> Check:
    """The task's check for this student, read once."""
    return _plan(task, student())
