"""A unit in nbgrader's gradebook, as `nbgrader generate_assignment` would put it there."""

import os
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.graded_notebook import released
from autograder.nbgrader.internals import gradebook_at, note_version


def register(course: Course, unit: Unit, gradebook: Path) -> None:
    """Make or renew the assignment and its cells; a gradebook is made whole or not at all."""
    if gradebook.is_file():
        if not _stands(unit, released(course, unit), gradebook):
            _save(course, unit, gradebook)
        return
    # One that was cut off between its tables and their version could never be upgraded.
    new = gradebook.with_name(f".{gradebook.name}.new")
    for path in gradebook.parent.glob(f"{new.name}*"):
        path.unlink()
    gradebook.parent.mkdir(parents=True, exist_ok=True)
    note_version(new)
    _save(course, unit, new)
    os.replace(new, gradebook)


def _save(course: Course, unit: Unit, gradebook: Path) -> None:
    from nbformat import from_dict
    from nbgrader.preprocessors import SaveCells

    url = f"sqlite:///{gradebook.resolve()}"
    where = {"notebook": unit.id, "assignment": unit.id, "db_url": url}
    with gradebook_at(gradebook) as opened:
        opened.update_or_create_assignment(unit.id)
    try:
        SaveCells().preprocess(from_dict(released(course, unit)), {"nbgrader": where})  # type: ignore[no-untyped-call]
    except RuntimeError as error:
        raise tasks_moved(course, unit, gradebook.parent) from error


def tasks_moved(course: Course, unit: Unit, folder: Path) -> CourseError:
    """The gradebook has other tasks, and submissions that were graded by them."""
    problem = f"Tasks of {unit.id} came or went after it was graded."
    line = course.typed(f"migrate {unit.id} --dry-run", folder)
    return CourseError(problem, f"See what that moves, and for whom: {line}")


def _stands(unit: Unit, book: dict[str, Any], gradebook: Path) -> bool:
    """Whether it is there already, cell by cell."""
    from nbgrader.api import MissingEntry

    answers, want = set(), {}
    for cell in book["cells"]:
        ours = cell["metadata"]["nbgrader"]
        if ours["solution"]:
            answers.add(ours["grade_id"])
        if ours["grade"] or ours["solution"] or ours["locked"]:
            most = float(ours["points"]) if ours["grade"] else None
            want[ours["grade_id"]] = (cell["source"], ours.get("checksum"), most)
    with gradebook_at(gradebook) as opened:
        try:
            found = opened.find_notebook(unit.id, unit.id)
        except MissingEntry:
            return False
        points = {cell.name: cell.max_score for cell in found.grade_cells}
        solutions = {cell.name for cell in found.solution_cells}
        have = {c.name: (c.source, c.checksum, points.get(c.name)) for c in found.source_cells}
    return have == want and solutions == answers
