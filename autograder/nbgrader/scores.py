"""nbgrader's gradebook, written for a whole class in one session.

The rows are those that nbgrader's own steps write (a test compares): SaveAutoGrades with our one
exception, AssignLatePenalties, and before them the student and the submission. nbgrader opens the
database ten times for each student and commits thirty times, which costs more than judging does;
and a kill between two commits leaves half a student. Here a batch of students is one transaction.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from autograder.core.messages.verdict import Verdict
from autograder.nbgrader.dates import handed_in
from autograder.nbgrader.folders import Folders, Shown
from autograder.nbgrader.internals import gradebook_at, one_transaction
from autograder.nbgrader.late import LateRule, Times
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.read_grades import Stands, shown
from autograder.nbgrader.score_outputs import score

NO_RESPONSE = "No response."


class Scores:
    """The gradebook while it is written to; nobody else writes meanwhile (`only_writer`)."""

    def __init__(self, db_url: str, unit: str, rule: LateRule, policy: Policy) -> None:
        from nbgrader.api import Gradebook

        self._unit = unit
        self._rule = rule
        self._policy = policy
        self._gradebook = Gradebook(db_url)

    def close(self) -> None:
        """Let go of the database."""
        self._gradebook.close()

    def transaction(self) -> AbstractContextManager[None]:
        """All that is written inside, or nothing: whatever nbgrader's methods commit, waits."""
        return one_transaction(self._gradebook)

    def write(
        self,
        folders: Folders,
        verdicts: Mapping[str, Verdict],
        blank: frozenset[str],
        same_file: bool = False,
    ) -> Shown:
        """A student's rows; `blank` names the answers that are still the stub.

        Where it is the file that a person gave points for, nobody has to look at them again.
        """
        self._gradebook.update_or_create_student(folders.student)
        submission = self._submission(folders)
        (notebook,) = submission.notebooks
        for grade in notebook.grades:
            seen = same_file and grade.manual_score is not None and not grade.needs_manual_grade
            self._grade(grade, verdicts, blank)
            grade.needs_manual_grade &= not seen
        for comment in notebook.comments:
            comment.auto_comment = NO_RESPONSE if comment.name in blank else None
        return self._close(submission, folders.student)

    def renew(self, folders: Folders) -> Shown:
        """When it was handed in and what that costs; each grade stays as it is."""
        return self._close(self._submission(folders), folders.student)

    def _submission(self, folders: Folders) -> Any:
        # No file clears the time: the file is the only place where an instructor sees it.
        words: dict[str, Any] = {"timestamp": handed_in(folders.submitted)}
        if self._policy.path:
            words["extension"] = self._policy.extension(folders.student, self._unit)
        return self._gradebook.update_or_create_submission(self._unit, folders.student, **words)

    def _close(self, submission: Any, student: str) -> Shown:
        self._gradebook.db.flush()
        (notebook,) = submission.notebooks
        times = Times(submission.timestamp, submission.duedate)  # with its extension
        penalty = self._rule.penalty(student, notebook.score, times)
        notebook.late_submission_penalty = penalty or None
        self._gradebook.db.flush()
        return _shown(notebook)

    def _grade(self, grade: Any, verdicts: Mapping[str, Verdict], blank: frozenset[str]) -> None:
        verdict = verdicts.get(grade.name)
        if verdict is not None:
            grade.auto_score = score(verdict)
        else:  # prose: a person reads what was answered and is worth points
            grade.auto_score = read_by_hand(grade.name not in blank, grade.cell.max_score)
        by_hand = grade.manual_score is not None
        grade.needs_manual_grade = by_hand or grade.auto_score is None


def read_by_hand(answered: bool, most: float) -> float | None:
    """The score of prose before a person has read it: a bonus waits for nobody."""
    return None if answered and most else 0.0


def give_by_hand(
    gradebook: Path, unit: str, task: str, given: Mapping[str, tuple[float, str]]
) -> None:
    """Points and a comment by student, as formgrader writes them; all of them or none."""
    with gradebook_at(gradebook) as book, one_transaction(book):
        for student, (points, comment) in given.items():
            (notebook,) = book.find_submission(unit, student).notebooks
            grade = next(grade for grade in notebook.grades if grade.name == task)
            if grade.max_score:
                grade.manual_score = points
            else:  # a bonus
                grade.extra_credit = points
            grade.needs_manual_grade = False
            for note in notebook.comments:
                if note.name == task:
                    note.manual_comment = comment or note.manual_comment
        book.db.commit()


def _shown(notebook: Any) -> Shown:
    grades = {
        grade.name: Stands(
            grade.auto_score, grade.manual_score, grade.extra_credit, grade.cell.max_score
        )
        for grade in notebook.grades
    }
    comments = {c.name: c.manual_comment or c.auto_comment for c in notebook.comments}
    return shown(grades, comments, notebook.late_submission_penalty or 0.0)
