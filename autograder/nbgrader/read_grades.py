"""Read all grades of a unit from the gradebook, without changing a grade."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.nbgrader.folders import FeedbackData
from autograder.nbgrader.internals import open_gradebook
from autograder.nbgrader.late import SubmissionTimes


@dataclass(frozen=True)
class TaskGrade:
    """The grade of one student for one cell of the notebook."""

    auto: float | None
    manual: float | None
    extra: float | None
    max_points: float

    @property
    def score(self) -> float:
        """The score as nbgrader computes it.

        A manual score replaces the automatic one. Extra credit counts only if there is a score.
        """
        first = self.auto if self.manual is None else self.manual
        return 0.0 if first is None else first + (self.extra or 0.0)

    @property
    def by_hand(self) -> bool:
        """True if a person has given points."""
        return self.manual is not None or bool(self.extra)

    @property
    def waits(self) -> bool:
        """True if the cell is worth points and has not been graded."""
        return bool(self.max_points) and self.auto is self.manual is None


@dataclass(frozen=True)
class UnitGrades:
    """Grades and comments of a unit by student and cell, with submission times and penalties."""

    grades: dict[str, dict[str, TaskGrade]]
    comments: dict[str, dict[str, str | None]]
    penalties: dict[str, float]
    times: dict[str, SubmissionTimes]
    waiting: dict[str, set[str]]  # cells marked for manual grading

    def ungraded(self, student: str) -> list[str]:
        """Return the student's cells that are worth points and have not been graded, sorted."""
        return sorted(cell for cell, s in self.grades.get(student, {}).items() if s.waits)

    def feedback_data(self, student: str) -> FeedbackData:
        """Return the data for the feedback page of a student who has grades, or raise KeyError."""
        comments, penalty = self.comments.get(student, {}), self.penalties.get(student, 0.0)
        return build_feedback_data(self.grades[student], comments, penalty)


def build_feedback_data(
    grades: Mapping[str, TaskGrade], comments: Mapping[str, str | None], late_penalty: float
) -> FeedbackData:
    """Return the data that a feedback page shows for these grades."""
    return FeedbackData(
        scores={cell: grade.score for cell, grade in grades.items()},
        max_points={cell: grade.max_points for cell, grade in grades.items()},
        comments=comments,
        late_penalty=late_penalty,
        waiting=tuple(sorted(cell for cell, grade in grades.items() if grade.waits)),
        by_hand=tuple(sorted(cell for cell, grade in grades.items() if grade.by_hand)),
    )


def graded_units(gradebook: Path) -> list[str]:
    """Return the names of the units for which the gradebook has submissions."""
    if not gradebook.is_file():
        return []
    with open_gradebook(gradebook) as book:
        return [entry.name for entry in book.assignments if entry.submissions]


def read_grades(gradebook: Path, unit: str) -> UnitGrades:
    """Read the grades of a unit. If the gradebook or the unit is missing, return no grades."""
    result = UnitGrades({}, {}, {}, {}, {})
    if not gradebook.is_file():
        return result
    from nbgrader import api
    from sqlalchemy import select

    notebook, submission, assignment = (
        api.SubmittedNotebook,
        api.SubmittedAssignment,
        api.Assignment,
    )

    def select_from_unit(*columns: object) -> Any:
        query = select(submission.student_id, *columns).select_from(notebook)
        query = query.join(submission, submission.id == notebook.assignment_id)
        query = query.join(assignment, assignment.id == submission.assignment_id)
        return query.where(assignment.name == unit)

    def select_from_cells(table: Any, *columns: object) -> Any:
        query = select_from_unit(api.BaseCell.name, *columns)
        query = query.join(table, table.notebook_id == notebook.id)
        return query.join(api.BaseCell, api.BaseCell.id == table.cell_id)

    grade, comment = api.Grade, api.Comment
    values = (grade.auto_score, grade.manual_score, grade.extra_credit, grade.max_score)
    with open_gradebook(gradebook) as book:
        query = select_from_cells(grade, *values, grade.needs_manual_grade)
        for student, cell, *points, waits in book.db.execute(query):
            result.grades.setdefault(student, {})[cell] = TaskGrade(*points)
            if waits:
                result.waiting.setdefault(student, set()).add(cell)
        for student, cell, manual, auto in book.db.execute(
            select_from_cells(comment, comment.manual_comment, comment.auto_comment)
        ):
            result.comments.setdefault(student, {})[cell] = manual or auto
        penalty, dates = (
            notebook.late_submission_penalty,
            (submission.timestamp, assignment.duedate),
        )
        for student, penalty_taken, handed_in, due, extension in book.db.execute(
            select_from_unit(penalty, *dates, submission.extension)
        ):
            result.penalties[student] = penalty_taken or 0.0
            result.times[student] = SubmissionTimes(
                handed_in, due + extension if due and extension else due
            )
    return result
