"""What stands in the gradebook for a unit: read in one query, changed by nobody."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.nbgrader.folders import Shown
from autograder.nbgrader.internals import gradebook_at
from autograder.nbgrader.late import Times


@dataclass(frozen=True)
class Stands:
    """One cell's grade."""

    auto: float | None
    manual: float | None
    extra: float | None
    most: float

    @property
    def score(self) -> float:
        """As nbgrader has it: a person's before ours; extra credit only where there is either."""
        first = self.auto if self.manual is None else self.manual
        return 0.0 if first is None else first + (self.extra or 0.0)

    @property
    def by_hand(self) -> bool:
        """Whether a person gave points."""
        return self.manual is not None or bool(self.extra)

    @property
    def waits(self) -> bool:
        """Whether it counts and has no points from anybody yet."""
        return bool(self.most) and self.auto is self.manual is None


@dataclass(frozen=True)
class Standing:
    """By student, then by cell; and when each was handed in, with what that costs."""

    grades: dict[str, dict[str, Stands]]
    comments: dict[str, dict[str, str | None]]
    penalties: dict[str, float]
    times: dict[str, Times]
    waiting: dict[str, set[str]]  # what a person is asked to look at

    def unread(self, student: str) -> list[str]:
        """What counts and has no points from anybody yet."""
        return sorted(cell for cell, s in self.grades.get(student, {}).items() if s.waits)

    def shown(self, student: str) -> Shown:
        """What a feedback page shows of it."""
        comments, penalty = self.comments.get(student, {}), self.penalties.get(student, 0.0)
        return shown(self.grades[student], comments, penalty)


def shown(
    grades: Mapping[str, Stands], comments: Mapping[str, str | None], late_penalty: float
) -> Shown:
    """What a feedback page shows of these."""
    return Shown(
        scores={cell: stands.score for cell, stands in grades.items()},
        most={cell: stands.most for cell, stands in grades.items()},
        comments=comments,
        late_penalty=late_penalty,
        waiting=tuple(sorted(cell for cell, stands in grades.items() if stands.waits)),
        by_hand=tuple(sorted(cell for cell, stands in grades.items() if stands.by_hand)),
    )


def graded_units(gradebook: Path) -> list[str]:
    """The units that the gradebook has submissions for."""
    if not gradebook.is_file():
        return []
    with gradebook_at(gradebook) as book:
        return [found.name for found in book.assignments if found.submissions]


def standing(gradebook: Path, unit: str) -> Standing:
    """Read it; empty where there is no gradebook, or no such unit in it."""
    found = Standing({}, {}, {}, {}, {})
    if not gradebook.is_file():
        return found
    from nbgrader import api
    from sqlalchemy import select

    notebook, hand_in, assignment = api.SubmittedNotebook, api.SubmittedAssignment, api.Assignment

    def of_unit(*columns: object) -> Any:
        of = select(hand_in.student_id, *columns).select_from(notebook)
        of = of.join(hand_in, hand_in.id == notebook.assignment_id)
        of = of.join(assignment, assignment.id == hand_in.assignment_id)
        return of.where(assignment.name == unit)

    def cells(table: Any, *columns: object) -> Any:
        of = of_unit(api.BaseCell.name, *columns)
        of = of.join(table, table.notebook_id == notebook.id)
        return of.join(api.BaseCell, api.BaseCell.id == table.cell_id)

    grade, comment = api.Grade, api.Comment
    values = (grade.auto_score, grade.manual_score, grade.extra_credit, grade.max_score)
    with gradebook_at(gradebook) as book:
        asked = cells(grade, *values, grade.needs_manual_grade)
        for student, cell, *points, waits in book.db.execute(asked):
            found.grades.setdefault(student, {})[cell] = Stands(*points)
            if waits:
                found.waiting.setdefault(student, set()).add(cell)
        for student, cell, manual, auto in book.db.execute(
            cells(comment, comment.manual_comment, comment.auto_comment)
        ):
            found.comments.setdefault(student, {})[cell] = manual or auto
        penalty, when = notebook.late_submission_penalty, (hand_in.timestamp, assignment.duedate)
        for student, less, handed_in, due, more in book.db.execute(
            of_unit(penalty, *when, hand_in.extension)
        ):
            found.penalties[student] = less or 0.0
            found.times[student] = Times(handed_in, due + more if due and more else due)
    return found
