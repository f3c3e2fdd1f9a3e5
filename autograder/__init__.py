"""The grader: tasks, checks, verdicts. These names are all that students and courses use.

A name comes from its room when it is first asked for: who wants a hint does without the judge, and
a notebook without the author's promises.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.author.proof import Proof as Proof
    from autograder.author.prove import prove as prove
    from autograder.draw.figures import figures as figures
    from autograder.home.experiment import compare as compare
    from autograder.home.home import check as check
    from autograder.home.home import hint as hint
    from autograder.home.see import see as see
    from autograder.home.session import start as start
    from autograder.judge.budget import Budget as Budget
    from autograder.judge.device import Device as Device
    from autograder.say.errors import CheckFailed as CheckFailed
    from autograder.say.errors import CourseError as CourseError
    from autograder.say.verdict import Finding as Finding
    from autograder.say.verdict import Status as Status
    from autograder.say.verdict import Verdict as Verdict
    from autograder.task.course import Course as Course
    from autograder.task.course import Unit as Unit
    from autograder.task.task import Task as Task
    from autograder.task.task import Variant as Variant

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
__all__ = sorted(name for names in _ROOMS.values() for name in names)


def __getattr__(name: str) -> Any:
    for room, names in _ROOMS.items():
        if name in names:
            found = globals()[name] = getattr(import_module(f"autograder.{room}"), name)
            return found
    raise AttributeError(f"autograder has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
