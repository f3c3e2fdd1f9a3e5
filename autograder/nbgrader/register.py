"""Add a unit to nbgrader's gradebook, as `nbgrader generate_assignment` does."""

import os
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.graded_notebook import released_notebook
from autograder.nbgrader.internals import open_gradebook, write_schema_version


def register(course: Course, unit: Unit, gradebook: Path) -> None:
    """Create or update a unit's assignment and cells in the gradebook.

    Raise CourseError if the unit has submissions and its tasks were added or removed. A new
    gradebook is created under a temporary name and renamed when it is complete.
    """
    if gradebook.is_file():
        if not _is_up_to_date(unit, released_notebook(course, unit), gradebook):
            _save(course, unit, gradebook)
        return
    # nbgrader creates the tables first, and cannot upgrade a file without a schema version. So the
    # version is stored first, in a temporary file that an interruption may leave incomplete.
    new = gradebook.with_name(f".{gradebook.name}.new")
    for path in gradebook.parent.glob(f"{new.name}*"):
        path.unlink()
    gradebook.parent.mkdir(parents=True, exist_ok=True)
    write_schema_version(new)
    _save(course, unit, new)
    os.replace(new, gradebook)


def _save(course: Course, unit: Unit, gradebook: Path) -> None:
    from nbformat import from_dict
    from nbgrader.preprocessors import SaveCells

    url = f"sqlite:///{gradebook.resolve()}"
    names = {"notebook": unit.id, "assignment": unit.id, "db_url": url}
    with open_gradebook(gradebook) as opened:
        opened.update_or_create_assignment(unit.id)
    try:
        SaveCells().preprocess(from_dict(released_notebook(course, unit)), {"nbgrader": names})  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        raise changed_tasks_error(course, unit, gradebook.parent) from error


def changed_tasks_error(course: Course, unit: Unit, folder: Path) -> CourseError:
    """Return the error for a gradebook whose submissions were graded with other tasks."""
    problem = f"Tasks of {unit.id} were added, removed or renumbered after it was graded."
    command = course.typed(f"grade {unit.id} --update-tasks", folder)
    return CourseError(problem, f"Update the gradebook, which is backed up first: {command}")


def _is_up_to_date(unit: Unit, book: dict[str, Any], gradebook: Path) -> bool:
    """Return True if the gradebook already has the assignment with identical cells."""
    from nbgrader.api import MissingEntry

    answers, grades = set(), {}
    for cell in book["cells"]:
        metadata = cell["metadata"]["nbgrader"]
        if metadata["solution"]:
            answers.add(metadata["grade_id"])
        if metadata["grade"] or metadata["solution"] or metadata["locked"]:
            most = float(metadata["points"]) if metadata["grade"] else None
            grades[metadata["grade_id"]] = (cell["source"], metadata.get("checksum"), most)
    with open_gradebook(gradebook) as opened:
        try:
            notebook = opened.find_notebook(unit.id, unit.id)
        except MissingEntry:
            return False
        points = {cell.name: cell.max_score for cell in notebook.grade_cells}
        solutions = {cell.name for cell in notebook.solution_cells}
        existing = {
            c.name: (c.source, c.checksum, points.get(c.name)) for c in notebook.source_cells
        }
    return existing == grades and solutions == answers
