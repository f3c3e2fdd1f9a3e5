"""The grader: tasks, checks, verdicts. These names are all that students and courses use."""

from autograder._budget import Budget
from autograder._course import Course, Unit
from autograder._errors import CheckFailed, CourseError
from autograder._figures import figures
from autograder._home import check, hint
from autograder._prove import Proof, prove
from autograder._session import start
from autograder._task import Task, Variant
from autograder._verdict import Finding, Status, Verdict

__all__ = [
    "Budget",
    "CheckFailed",
    "Course",
    "CourseError",
    "Finding",
    "Proof",
    "Status",
    "Task",
    "Unit",
    "Variant",
    "Verdict",
    "check",
    "figures",
    "hint",
    "prove",
    "start",
]
