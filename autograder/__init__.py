"""The grader: tasks, checks, verdicts. These names are all that students and courses use."""

from autograder._course import Course, Unit
from autograder._errors import CheckFailed, CourseError
from autograder._task import Task, Variant
from autograder._verdict import Finding, Status, Verdict

__all__ = [
    "CheckFailed",
    "Course",
    "CourseError",
    "Finding",
    "Status",
    "Task",
    "Unit",
    "Variant",
    "Verdict",
]
