"""Write the scores of a whole class into nbgrader's gradebook in one session.

The rows equal those that nbgrader's own steps write, except that an internal error leaves no score.
A test compares our rows with nbgrader's. nbgrader commits thirty times for each student, which
takes longer than judging. An interruption between two commits leaves incomplete rows. Therefore,
this module writes a batch of students in one transaction.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.dates import read_submission_time
from autograder.nbgrader.folders import FeedbackData, Folders
from autograder.nbgrader.internals import one_transaction, open_gradebook
from autograder.nbgrader.late import LateRule, SubmissionTimes
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.read_grades import TaskGrade, build_feedback_data
from autograder.nbgrader.score_outputs import score

NO_RESPONSE = "No response."


class Scores:
    """A gradebook that is open for writing. The caller must hold the lock (`only_writer`)."""

    def __init__(self, db_url: str, unit: str, rule: LateRule, policy: Policy) -> None:
        from nbgrader.api import Gradebook

        self._unit = unit
        self._rule = rule
        self._policy = policy
        self._gradebook = Gradebook(db_url)

    def close(self) -> None:
        """Close the database."""
        self._gradebook.close()

    def transaction(self) -> AbstractContextManager[None]:
        """Return a context manager that commits all writes of its block together or not at all."""
        return one_transaction(self._gradebook)

    def write(
        self,
        folders: Folders,
        verdicts: Mapping[str, Verdict],
        blank: frozenset[str],
        same_file: bool = False,
    ) -> FeedbackData:
        """Write a student's scores, submission time and late penalty.

        `blank` contains nbgrader's names of the answers that still equal the stub. If `same_file`
        is True, answers that a person has graded are not marked for manual grading again. Return
        the data for the feedback page.
        """
        self._gradebook.update_or_create_student(folders.student)
        submission = self._submission(folders)
        (notebook,) = submission.notebooks
        for grade in notebook.grades:
            is_graded_by_hand = (
                same_file and grade.manual_score is not None and not grade.needs_manual_grade
            )
            self._write_grade(grade, verdicts, blank)
            grade.needs_manual_grade &= not is_graded_by_hand
        for comment in notebook.comments:
            comment.auto_comment = NO_RESPONSE if comment.name in blank else None
        return self._finish(submission, folders.student)

    def update_times(self, folders: Folders) -> FeedbackData:
        """Update a student's submission time, extension and late penalty, but no grades."""
        return self._finish(self._submission(folders), folders.student)

    def _submission(self, folders: Folders) -> Any:
        # Clear the submission time if timestamp.txt is missing, because instructors edit times only
        # in this file.
        words: dict[str, Any] = {"timestamp": read_submission_time(folders.submitted)}
        if self._policy.path:
            words["extension"] = self._policy.extension(folders.student, self._unit)
        return self._gradebook.update_or_create_submission(self._unit, folders.student, **words)

    def _finish(self, submission: Any, student: str) -> FeedbackData:
        self._gradebook.db.flush()
        (notebook,) = submission.notebooks
        times = SubmissionTimes(submission.timestamp, submission.duedate)  # includes the extension
        penalty = self._rule.penalty(student, notebook.score, times)
        notebook.late_submission_penalty = penalty or None
        self._gradebook.db.flush()
        grades = {
            grade.name: TaskGrade(
                grade.auto_score, grade.manual_score, grade.extra_credit, grade.cell.max_score
            )
            for grade in notebook.grades
        }
        comments = {c.name: c.manual_comment or c.auto_comment for c in notebook.comments}
        return build_feedback_data(grades, comments, notebook.late_submission_penalty or 0.0)

    def _write_grade(
        self, grade: Any, verdicts: Mapping[str, Verdict], blank: frozenset[str]
    ) -> None:
        verdict = verdicts.get(grade.name)
        if verdict is not None:
            grade.auto_score = score(verdict)
        else:  # prose: a person grades answers that are worth points
            grade.auto_score = score_before_reading(grade.name not in blank, grade.cell.max_score)
        by_hand = grade.manual_score is not None
        grade.needs_manual_grade = by_hand or grade.auto_score is None


def score_before_reading(answered: bool, most: float) -> float | None:
    """Return the score of prose before a person grades it: None if it needs grading, else 0."""
    return None if answered and most else 0.0


def write_manual_grades(
    gradebook: Path, unit: str, task: str, grades: Mapping[str, tuple[float, str]]
) -> None:
    """Write students' points and comments for a task, as formgrader does, in one transaction.

    An empty comment keeps the student's earlier comment.
    """
    with open_gradebook(gradebook) as book, one_transaction(book):
        for student, (points, comment) in grades.items():
            (notebook,) = book.find_submission(unit, student).notebooks
            grade = next(grade for grade in notebook.grades if grade.name == task)
            if grade.max_score:
                grade.manual_score = points
            else:  # a bonus task
                grade.extra_credit = points
            grade.needs_manual_grade = False
            for note in notebook.comments:
                if note.name == task:
                    note.manual_comment = comment or note.manual_comment
        book.db.commit()
