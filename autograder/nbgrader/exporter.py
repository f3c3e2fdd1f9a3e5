"""Read a submission for `nbgrader autograde`, and check the file before it is parsed."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat import from_dict
from nbgrader.converters.base import NbGraderException

from autograder.core.atomic import WriteError
from autograder.core.course.course import Course, Unit
from autograder.core.lock import refuse_if_busy
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.dates import InvalidTimestamp, apply_dates, read_submission_time
from autograder.nbgrader.graded_notebook import graded_notebook
from autograder.nbgrader.internals import is_sanitizing, open_gradebook
from autograder.nbgrader.links import UnsafeFiles, rename_notebook
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.register import register
from autograder.runner import NeedsReview


class StagedExporter(NotebookExporter):
    """`c.Autograde.exporter_class`: reads submissions only from regular files of limited size.

    nbgrader's own exporter fails if the file is not a notebook, and the student gets no grade. This
    exporter normalizes the submission. If the file cannot be read, the student sees the reason.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[no-untyped-call]
        autograde: Any = self.parent
        # nbgrader creates the exporter before it removes or writes files.
        try:
            _prepare(autograde)
        except (CourseError, WriteError) as error:
            self.log.error(str(error))
            raise NbGraderException(str(error)) from error

    def from_filename(self, filename: str, resources: Any = None, **kwargs: Any) -> Any:
        """Read the submission in nbgrader's first pass, and the sanitized copy in the second.

        Raise NbGraderException if a person has to look at the file first.
        """
        if not is_sanitizing(self.parent):
            return super().from_filename(filename, resources, **kwargs)
        try:
            read_submission_time(Path(filename).parent)
            parent: Any = self.parent
            course = parent.config.FindVerdicts.get("course", "")
            book = graded_notebook(*find_unit(course, resources), Path(filename))
        except (NeedsReview, InvalidTimestamp) as error:
            # nbgrader logs this exception and writes no score.
            raise NbGraderException(str(error)) from error
        node = from_dict(book)  # type: ignore[no-untyped-call]
        convert: Any = super().from_notebook_node
        return convert(node, resources, **kwargs)


def find_unit(course: str, resources: Any) -> tuple[Course, Unit, str]:
    """Return the course, the unit and the student that nbgrader is grading.

    `course` is a path in the course, or "" for the current folder.
    """
    course_found = Course.find(course or ".")
    where = resources["nbgrader"]
    return course_found, course_found.unit(where["assignment"]), str(where["student"])


def _prepare(autograde: Any) -> None:
    """Register the unit, write due dates and rename notebooks, as `autograder grade` does.

    Raise CourseError if another process is grading or if the course has no such unit. nbgrader
    lists the notebooks before it creates the exporter, so this function makes it list them again.
    """
    directory = autograde.coursedir
    root = Path(directory.root)
    refuse_if_busy(root)
    course = Course.find(autograde.config.FindVerdicts.get("course") or root)
    if directory.assignment_id not in course.units:
        advice = "Grade the assignments of other courses in another nbgrader course folder."
        raise CourseError(f"This course has no unit {directory.assignment_id!r}.", advice)
    unit = course.units[directory.assignment_id]
    register(course, unit, root / "gradebook.db")
    policy, gradebook = Policy.of_class(root, course.units), root / "gradebook.db"
    if due_date := apply_dates(policy, gradebook, unit.id):
        autograde.log.info(due_date)
    with open_gradebook(gradebook) as book:
        names = {student.id for student in book.students}
    names |= {path.name for path in root.glob("submitted/*")}
    for name in sorted({student for student, _ in policy.extensions} - names):
        autograde.log.warning(
            "policy.toml gives more time to %s, who is not in the gradebook", plain(name)
        )
    for folder in root.glob(f"submitted/*/{unit.id}"):
        with suppress(UnsafeFiles):  # a later step reports the error, only for this student
            rename_notebook(folder)
    autograde.init_notebooks()
