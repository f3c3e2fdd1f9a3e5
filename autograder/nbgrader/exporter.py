"""nbgrader's own exporter, which does not open what was handed in before it is known to be safe."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from nbconvert.exporters import NotebookExporter
from nbformat.v4 import new_notebook
from nbgrader.converters.base import NbGraderException

from autograder.core.atomic import WriteError
from autograder.core.course.course import Course, Unit
from autograder.core.lock import refuse_if_busy
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.dates import NoTime, apply_dates, handed_in
from autograder.nbgrader.internals import gradebook_at, is_sanitizing
from autograder.nbgrader.links import Odd, name_right
from autograder.nbgrader.policy import Policy
from autograder.nbgrader.register import register
from autograder.runner import Accident
from autograder.runner.submissions.open_submission import open_submission

OPENED = "autograder_opened"  # the key of the opened submission in nbgrader's resources


class StagedExporter(NotebookExporter):
    """`c.Autograde.exporter_class`: reads a submission itself, bounded, links and pipes refused.

    nbgrader parses a submission before its first preprocessor runs, and fails on what is no
    notebook; the student is then without a grade. Here the cells go to Intake as plain text, and
    the reason why a file cannot be read goes to the student.
    """

    def __init__(self, *words: Any, **more: Any) -> None:
        super().__init__(*words, **more)  # type: ignore[no-untyped-call]
        autograde: Any = self.parent
        # Autograde makes its exporter before it removes or writes anything.
        try:
            _prepare(autograde)
        except (CourseError, WriteError) as error:
            self.log.error(str(error))
            raise NbGraderException(str(error)) from error

    def from_filename(self, filename: str, resources: Any = None, **words: Any) -> Any:
        """Stage the submission; the sanitised copy, which is ours, is read as usual."""
        if not is_sanitizing(self.parent):
            return super().from_filename(filename, resources, **words)
        try:
            handed_in(Path(filename).parent)
            parent: Any = self.parent
            course = parent.config.Intake.get("course", "")
            opened = open_submission(*find_unit(course, resources), Path(filename))
        except (Accident, NoTime) as error:  # no score, and the instructor is told why
            raise NbGraderException(str(error)) from error
        resources = (resources or {}) | {OPENED: opened}
        empty: Any = new_notebook()  # type: ignore[no-untyped-call]
        convert: Any = super().from_notebook_node
        return convert(empty, resources, **words)


def find_unit(course: str, resources: Any) -> tuple[Course, Unit, str]:
    """Return the course, the unit and the student that nbgrader is grading."""
    found = Course.find(course or None)
    where = resources["nbgrader"]
    return found, found.unit(where["assignment"]), str(where["student"])


def _prepare(autograde: Any) -> None:
    """Do what `autograder grade` does first: register the unit, and give notebooks its name.

    nbgrader has listed the notebooks by then, and lists them anew.
    """
    where = autograde.coursedir
    root = Path(where.root)
    refuse_if_busy(root)
    course = Course.find(autograde.config.Intake.get("course") or root)
    if where.assignment_id not in course.units:
        mend = "Grade an assignment of your own in a course folder of its own."
        raise CourseError(f"This course has no unit {where.assignment_id!r}.", mend)
    unit = course.units[where.assignment_id]
    register(course, unit, root / "gradebook.db")
    policy, gradebook = Policy.of_class(root, course.units), root / "gradebook.db"
    if said := apply_dates(policy, gradebook, unit.id):
        autograde.log.info(said)
    with gradebook_at(gradebook) as book:
        known = {student.id for student in book.students}
    known |= {path.name for path in root.glob("submitted/*")}
    for name in sorted({student for student, _ in policy.extensions} - known):
        said = "policy.toml has more time for %s, whom the gradebook does not know"
        autograde.log.warning(said, plain(name))
    for folder in root.glob(f"submitted/*/{unit.id}"):
        with suppress(Odd):  # one odd folder is one student's trouble, and told in its turn
            name_right(folder)
    autograde.init_notebooks()
