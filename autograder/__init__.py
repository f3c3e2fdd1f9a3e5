"""The public names of the grader, for students and for authors of courses.

Each public name is imported from its module on first use. So a notebook imports neither the judge
nor the tools for authors.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autograder.core.course.course import Course as Course
    from autograder.core.course.course import Unit as Unit
    from autograder.core.course.task import Task as Task
    from autograder.core.course.task import Variant as Variant
    from autograder.core.grading.budget import Budget as Budget
    from autograder.core.grading.device import Device as Device
    from autograder.core.inputs.student_parameters import figures as figures
    from autograder.core.messages.errors import CheckFailed as CheckFailed
    from autograder.core.messages.errors import CourseError as CourseError
    from autograder.core.messages.verdict import Finding as Finding
    from autograder.core.messages.verdict import Status as Status
    from autograder.core.messages.verdict import Verdict as Verdict
    from autograder.notebook.learner.check_task import check as check
    from autograder.notebook.learner.check_task import hint as hint
    from autograder.notebook.learner.experiment import compare as compare
    from autograder.notebook.learner.see import see as see
    from autograder.notebook.learner.session import start as start

_MODULES = {
    "core.inputs.student_parameters": ("figures",),
    "notebook.learner.experiment": ("compare",),
    "notebook.learner.check_task": ("check", "hint"),
    "notebook.learner.see": ("see",),
    "notebook.learner.session": ("start",),
    "core.grading.budget": ("Budget",),
    "core.grading.device": ("Device",),
    "core.messages.errors": ("CheckFailed", "CourseError"),
    "core.messages.verdict": ("Finding", "Status", "Verdict"),
    "core.course.course": ("Course", "Unit"),
    "core.course.task": ("Task", "Variant"),
}
__all__ = sorted(name for names in _MODULES.values() for name in names)


def __getattr__(name: str) -> Any:
    for module, names in _MODULES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(f"autograder.{module}"), name)
            return value
    raise AttributeError(f"autograder has no {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
