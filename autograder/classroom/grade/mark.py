"""A student's outcome for one task, as the summary shows it."""

from dataclasses import dataclass

from autograder.core.messages.verdict import Status, Verdict
from autograder.nbgrader.read_grades import TaskGrade

NO_ANSWER, NOT_DEFINED = "no answer", "not defined"
_REASONS = {"stub": NO_ANSWER, "undefined": NOT_DEFINED, "unreadable": "no notebook"}


@dataclass(frozen=True)
class Mark:
    """A student's outcome for one task, with the points in the gradebook."""

    points: float | None  # None: no score
    reason: str  # the name of the mistake, or another reason why the answer is not right
    right: bool
    judged: bool  # False if the grader failed
    mistake: str = ""
    by_hand: bool = False


def make_mark(verdict: Verdict, grade: TaskGrade | None) -> Mark:
    """Return the mark for a verdict and the grade in the gradebook.

    If the grader failed, only points given by hand count.
    """
    by_hand = grade is not None and grade.by_hand
    judged, right = verdict.status is not Status.BROKEN, verdict.status is Status.PASSED
    points = grade.score if grade is not None and (judged or by_hand) else None
    reason = "" if right else failure_reason(verdict)
    return Mark(points, reason, right, judged, verdict.mistake, by_hand)


def failure_reason(verdict: Verdict) -> str:
    """Return a few words on why an answer did not pass, such as the name of the mistake."""
    if verdict.status is Status.BROKEN:
        return "NOT GRADED"
    if verdict.status is Status.FAILED:
        return verdict.mistake or ("over budget" if verdict.points else "wrong")
    first = next(iter(verdict.failures), None)
    if first is not None and "SyntaxError" in first.message:
        return "syntax error"
    return _REASONS.get(first.property, "stopped") if first else "not run"
