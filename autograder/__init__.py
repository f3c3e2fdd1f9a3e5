"""The grader: tasks, checks, verdicts. These names are all that students and courses use."""

from autograder.author.proof import Proof
from autograder.author.prove import prove
from autograder.draw.figures import figures
from autograder.home.experiment import compare
from autograder.home.home import check, hint
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
    "start",
]
