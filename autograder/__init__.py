"""The grader: tasks, checks, verdicts. These names are all that students and courses use.

A name comes from its room when it is first asked for: who wants a hint does without the judge, and
a notebook without the author's promises.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.author.proof import Proof
    from autograder.author.prove import prove
    from autograder.draw.figures import figures
    from autograder.home.experiment import compare
    from autograder.home.home import check, hint
    from autograder.home.see import see
    from autograder.home.session import start
    from autograder.judge.budget import Budget
    from autograder.judge.device import Device
    from autograder.say.errors import CheckFailed, CourseError
    from autograder.say.verdict import Finding, Status, Verdict
    from autograder.task.course import Course, Unit
    from autograder.task.task import Task, Variant

__all__ = [
    "Budget",
    "CheckFailed",
    "Course",
    "CourseError",
    "Device",
    "Finding",
    "Proof",
    "Status",
    "Task",
    "Unit",
    "Variant",
    "Verdict",
    "check",
    "compare",
    "figures",
    "hint",
    "prove",
    "see",
    "start",
]
_ROOMS = {
    "author.proof": ("Proof",),
    "author.prove": ("prove",),
    "draw.figures": ("figures",),
    "home.experiment": ("compare",),
    "home.home": ("check", "hint"),
    "home.see": ("see",),
    "home.session": ("start",),
    "judge.budget": ("Budget",),
    "judge.device": ("Device",),
    "say.errors": ("CheckFailed", "CourseError"),
    "say.verdict": ("Finding", "Status", "Verdict"),
    "task.course": ("Course", "Unit"),
    "task.task": ("Task", "Variant"),
}


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"autograder.{room}"), name)
            return found
    raise AttributeError(f"autograder has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
