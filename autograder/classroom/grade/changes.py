"""Describe the changes since the last grading: points, late penalties and worse attempts."""

from dataclasses import dataclass

from autograder.core.messages.printable import plain
from autograder.core.messages.verdict import Status, Verdict
from autograder.nbgrader.read_grades import TaskGrade
from autograder.nbgrader.score_outputs import format_score, score
from autograder.runner.result import Result

_TOOLS = {"autograder": "autograder", "jax": "JAX", "jaxlib": "jaxlib", "numpy": "NumPy"}
_TOOLS |= {"python": "Python"}


@dataclass(frozen=True)
class Change:
    """A change in a student's points for one task."""

    student: str
    task: str
    old: float | None
    new: float | None
    why: tuple[str, ...]

    def __str__(self) -> str:
        old, new = format_score(self.old), format_score(self.new)
        return (
            f"{plain(self.student)}, {self.task}: {old} -> {new}, because {' and '.join(self.why)}"
        )


@dataclass(frozen=True)
class Penalty:
    """A change in a student's late penalty."""

    student: str
    old: float
    new: float

    def __str__(self) -> str:
        old, new = format_score(self.old), format_score(self.new)
        return f"{plain(self.student)}: late penalty {old} -> {new}"


@dataclass(frozen=True)
class WorseAttempt:
    """A new attempt that earns less than the attempt that counted before."""

    student: str
    old: float  # points from the grader, minus the late penalty
    new: float
    restore: str  # how to count the earlier attempt instead, or "" if it was not archived

    def __str__(self) -> str:
        earned = f"earns {format_score(self.new)}, the one before it {format_score(self.old)}"
        line = f"{plain(self.student)}: the attempt that counts now {earned}"
        advice = f"; to count the earlier one, {self.restore}, and grade again"
        return line + (advice if self.restore else "")


def changes(old: Result | None, grades: dict[str, TaskGrade] | None, new: Result) -> list[Change]:
    """Return a change for each task whose points differ from the old result or the gradebook.

    Tasks without an old verdict are omitted.
    """
    result = []
    for verdict in new.verdicts:
        task, points = verdict.task, score(verdict)
        previous = old.verdict(task) if old else None
        grade = grades.get(task) if grades else None
        if previous is not None and old is not None and score(previous) != points:
            why = reasons(old, new, verdict)
            result.append(Change(new.student, task, score(previous), points, why))
        elif grade is not None and previous is not None and grade.auto != points:
            why = ("the gradebook was changed by something other than the grader",)
            result.append(Change(new.student, task, grade.auto, points, why))
    return result


def reasons(old: Result, new: Result, verdict: Verdict) -> tuple[str, ...]:
    """Return the reasons, at least one, why the new verdict on a task may differ from the old."""
    a, b, task = old.provenance, new.provenance, verdict.task
    found = []
    if a.cells != b.cells:
        found.append("the submission changed")
    if a.tasks.get(task) != b.tasks.get(task):
        found.append("the task changed")
    if a.seeds.get(task) != b.seeds.get(task):
        found.append("the course secret changed")
    upgrades = [
        f"{word} {a.tools.get(name)} became {b.tools.get(name)}"
        for name, word in _TOOLS.items()
        if a.tools.get(name) != b.tools.get(name)
    ]
    if upgrades:
        found.append(", ".join(upgrades))
    elif a.tools != b.tools:
        found.append("the grader's own code changed")
    if verdict.status is Status.BROKEN:
        found.append("the task could not be judged this time")
    elif (previous := old.verdict(task)) and previous.status is Status.BROKEN:
        found.append("the task could not be judged last time")
    return tuple(found) or (
        "the same submission was judged differently; please report this as a bug",
    )
