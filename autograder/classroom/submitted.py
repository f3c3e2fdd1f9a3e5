"""Read submitted notebooks again, for reports that quote answers. The ledger has the verdicts."""

from pathlib import Path

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import ReadableError, sentence
from autograder.nbgrader.dates import read_submission_time
from autograder.nbgrader.folders import Folders
from autograder.runner.submissions.open_submission import OpenedSubmission, open_submission


def read_submitted(
    course: Course, unit: Unit, folder: Path, student: str
) -> OpenedSubmission | None:
    """Return what a student submitted, or None if the notebook is missing or cannot be read.

    `folder` is the folder of the class. `autograder grade` has reported the reason of a failure.
    """
    path = Folders(course.path.parent, folder, student, unit.id).notebook
    try:
        return open_submission(course, unit, student, path)
    except (ReadableError, OSError):
        return None


def reason_not_graded(course: Course, unit: Unit, folder: Path, student: str) -> str:
    """Return why a submission cannot be graded as it is, or "" if no reason is found.

    `folder` is the folder of the class. No code is run.
    """
    folders = Folders(course.path.parent, folder, student, unit.id)
    try:
        read_submission_time(folders.submitted)
        open_submission(course, unit, student, folders.notebook)
    except (ReadableError, OSError) as error:
        return sentence(error)
    return ""
