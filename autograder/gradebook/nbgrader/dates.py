"""The policy's dates in nbgrader's gradebook, where formgrader shows them and penalties ask."""

from datetime import UTC
from pathlib import Path

from autograder.gradebook.nbgrader.policy import Policy
from autograder.gradebook.nbgrader.private import gradebook_at


def apply_dates(policy: Policy, gradebook: Path, unit: str) -> None:
    """The due date of a unit, and each student's extension; without a policy they stay."""
    if policy.path is None or not gradebook.is_file():
        return
    from nbgrader.api import MissingEntry

    with gradebook_at(gradebook) as book:
        try:
            assignment = book.find_assignment(unit)
        except MissingEntry:
            return
        if due := policy.terms(unit).due:
            assignment.duedate = due.astimezone(UTC).replace(tzinfo=None)
        for submission in assignment.submissions:
            submission.extension = policy.extension(submission.student.id, unit)
        book.db.commit()
