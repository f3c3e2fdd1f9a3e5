"""A unit in nbgrader's gradebook, as `nbgrader generate_assignment` would put it there."""

from autograder._course import Course, Unit
from autograder._errors import CourseError
from autograder.notebooks import release_notebook, source_notebook


def register(course: Course, unit: Unit, db_url: str) -> None:
    """Make or renew the assignment and its cells."""
    from nbformat import from_dict
    from nbgrader.api import Gradebook
    from nbgrader.preprocessors import SaveCells

    book = release_notebook(source_notebook(course, unit))
    where = {"notebook": unit.id, "assignment": unit.id, "db_url": db_url}
    with Gradebook(db_url) as gradebook:
        gradebook.update_or_create_assignment(unit.id)
    try:
        SaveCells().preprocess(from_dict(book), {"nbgrader": where})  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        mend = (
            "Its tasks changed after it was graded. Grade into another gradebook "
            f"(--gradebook FILE), or first run: nbgrader db assignment remove {unit.id} --force"
        )
        raise CourseError(f"The gradebook holds another {unit.id}.", mend) from error
