"""What stands in the gradebook for a unit: read in one query, changed by nobody."""

from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook._shown import Shown


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


@dataclass(frozen=True)
class Standing:
    """By student, then by cell; and the penalties for handing in late."""

    grades: dict[str, dict[str, Stands]]
    comments: dict[str, dict[str, str | None]]
    penalties: dict[str, float]

    def shown(self, student: str) -> Shown:
        """What a feedback page shows of it."""
        grades = self.grades[student]
        return Shown(
            scores={cell: stands.score for cell, stands in grades.items()},
            most={cell: stands.most for cell, stands in grades.items()},
            comments=self.comments.get(student, {}),
            late_penalty=self.penalties.get(student, 0.0),
        )


def graded_units(gradebook: Path) -> list[str]:
    """The units that the gradebook has submissions for."""
    if not gradebook.is_file():
        return []
    from nbgrader.api import Gradebook

    with Gradebook(f"sqlite:///{gradebook.resolve()}") as book:
        return [found.name for found in book.assignments if found.submissions]


def standing(gradebook: Path, unit: str) -> Standing:
    """Read it; empty where there is no gradebook, or no such unit in it."""
    found = Standing({}, {}, {})
    if not gradebook.is_file():
        return found
    from nbgrader.api import (
        Assignment,
        BaseCell,
        Comment,
        Grade,
        Gradebook,
        SubmittedAssignment,
        SubmittedNotebook,
    )
    from sqlalchemy import select

    def of_unit(table: type, *columns: object) -> object:
        return (
            select(SubmittedAssignment.student_id, BaseCell.name, *columns)
            .join(BaseCell, BaseCell.id == table.cell_id)  # type: ignore[attr-defined]
            .join(SubmittedNotebook, SubmittedNotebook.id == table.notebook_id)  # type: ignore[attr-defined]
            .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
            .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
            .where(Assignment.name == unit)
        )

    values = (Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.max_score)
    words = (Comment.manual_comment, Comment.auto_comment)
    late = (
        select(SubmittedAssignment.student_id, SubmittedNotebook.late_submission_penalty)
        .join(SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id)
        .join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
        .where(Assignment.name == unit)
    )
    with Gradebook(f"sqlite:///{gradebook.resolve()}") as book:
        for student, cell, *grade in book.db.execute(of_unit(Grade, *values)):
            found.grades.setdefault(student, {})[cell] = Stands(*grade)
        for student, cell, manual, auto in book.db.execute(of_unit(Comment, *words)):
            found.comments.setdefault(student, {})[cell] = manual or auto
        for student, penalty in book.db.execute(late):
            found.penalties[student] = penalty or 0.0
    return found
