"""Compare and combine what several readers gave for one essay."""

from collections.abc import Sequence
from dataclasses import dataclass

from autograder.core.course.task import Task
from autograder.core.messages.printable import plain
from autograder.nbgrader.scores import NO_RESPONSE


@dataclass(frozen=True)
class SheetEntry:
    """Points and comment that one reader gave for one answer."""

    answer: str  # the name of the answer, which depends on its content
    points: tuple[float, ...]  # one value for each line of the rubric; empty: only a comment
    comment: str
    sheet: str


def find_conflict(name: str, student: str, answer: str, entries: Sequence[SheetEntry]) -> str:
    """Return the reason why the entries for an answer cannot be combined, or ""."""
    if outdated := sorted({entry.sheet for entry in entries if entry.answer != answer}):
        problem = f"{plain(student)} has submitted another answer since {' and '.join(outdated)}"
        return f"{problem} was written: write a new sheet"
    given = [entry for entry in entries if entry.points]
    if not given:
        problem = f"{name} has a comment in {entries[0].sheet}, but no points"
        return f"{problem}: write the points, then import the sheet again"
    if len({entry.points for entry in given}) > 1:
        values = [f"{' + '.join(f'{n:g}' for n in e.points)} in {e.sheet}" for e in given]
        return (
            f"{name} got {' and '.join(values)}: agree on the points, then import the sheets again"
        )
    return ""


def find_difference(old: float | None, old_comment: str | None, points: float, comment: str) -> str:
    """Return what the gradebook has instead of the sheet's points or comment, or ""."""
    if old not in (None, points):
        return f"{old:g}, but the sheet says {points:g}: --replace uses the sheet's"
    is_other = old_comment not in (None, NO_RESPONSE, comment) and comment
    return "another comment: --replace uses the sheet's" if is_other else ""


def combine(task: Task, entries: Sequence[SheetEntry]) -> tuple[float, str]:
    """Return the points of entries that agree, and the comment for the student.

    The comment contains the points for each line of the rubric, then the readers' comments.
    """
    points = next(entry.points for entry in entries if entry.points)
    lines = [
        f"{got:g} of {worth:g}: {text}"
        for got, (worth, text) in zip(points, task.rubric, strict=False)
    ]
    comments = dict.fromkeys(entry.comment for entry in entries if entry.comment)
    return sum(points), "\n\n".join([*lines, *comments])
