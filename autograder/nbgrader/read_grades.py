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

    def to_grade_again(self, student: str) -> list[str]:
        """Return the cells graded by hand that were submitted or graded again since, sorted."""
        grades = self.grades.get(student, {})
        waiting = self.waiting.get(student, set()) & grades.keys()
        return sorted(cell for cell in waiting if grades[cell].manual is not None)

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
    grades = UnitGrades({}, {}, {}, {}, {})
    if gradebook.is_file():
        with open_gradebook(gradebook) as book:
            _read_task_grades(book.db, unit, grades)
            _read_comments(book.db, unit, grades)
            _read_penalties_and_times(book.db, unit, grades)
    return grades


def _read_task_grades(db: Any, unit: str, grades: UnitGrades) -> None:
    from nbgrader.api import Grade

    values = (Grade.auto_score, Grade.manual_score, Grade.extra_credit, Grade.max_score)
    query = _select_from_cells(unit, Grade, *values, Grade.needs_manual_grade)
    for student, cell, *points, needs_grading in db.execute(query):
        grades.grades.setdefault(student, {})[cell] = TaskGrade(*points)
        if needs_grading:
            grades.waiting.setdefault(student, set()).add(cell)


def _read_comments(db: Any, unit: str, grades: UnitGrades) -> None:
    from nbgrader.api import Comment

    query = _select_from_cells(unit, Comment, Comment.manual_comment, Comment.auto_comment)
    for student, cell, manual, auto in db.execute(query):
        grades.comments.setdefault(student, {})[cell] = manual or auto


def _read_penalties_and_times(db: Any, unit: str, grades: UnitGrades) -> None:
    from nbgrader.api import Assignment, SubmittedAssignment, SubmittedNotebook

    dates = (SubmittedAssignment.timestamp, Assignment.duedate, SubmittedAssignment.extension)
    query = _select_from_unit(unit, SubmittedNotebook.late_submission_penalty, *dates)
    for student, penalty, handed_in, due, extension in db.execute(query):
        grades.penalties[student] = penalty or 0.0
        grades.times[student] = SubmissionTimes(
            handed_in, due + extension if due and extension else due
        )


def _select_from_unit(unit: str, *columns: object) -> Any:
    """Return a query that selects, for each submission of a unit, the student and these columns."""
    from nbgrader.api import Assignment, SubmittedAssignment, SubmittedNotebook
    from sqlalchemy import select

    query = select(SubmittedAssignment.student_id, *columns).select_from(SubmittedNotebook)
    query = query.join(
        SubmittedAssignment, SubmittedAssignment.id == SubmittedNotebook.assignment_id
    )
    query = query.join(Assignment, Assignment.id == SubmittedAssignment.assignment_id)
    return query.where(Assignment.name == unit)


def _select_from_cells(unit: str, table: Any, *columns: object) -> Any:
    """Return a query for the student, the cell and other columns of each row of a table."""
    from nbgrader.api import BaseCell, SubmittedNotebook

    query = _select_from_unit(unit, BaseCell.name, *columns)
    query = query.join(table, table.notebook_id == SubmittedNotebook.id)
    return query.join(BaseCell, BaseCell.id == table.cell_id)
