"""Whose notebook a file is, and of which unit, from where it lies and what it is called."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.runner.submissions.read_file import Accident

ANYBODY = "you"  # whose figures a notebook shows where nobody told it the student's name

# Not `\s*`: it would run over a page of empty lines from each of them anew.
_START = re.compile(r"""^[ \t]*start\(\s*["'](\w+)["']""", re.MULTILINE)


def refuse_another_unit(course: Course, unit: Unit, cells: Iterable[dict[str, Any]]) -> None:
    """Raise where a notebook says that it is another unit's, and nowhere that it is this one's."""
    said = {name for cell in cells for name in _START.findall(cell["source"])}
    others = sorted((said & course.units.keys()) - {unit.id})
    if others and unit.id not in said:
        mend = f"Put it where {others[0]} is handed in, or ask for the right one."
        raise Accident(f"The notebook is {others[0]}, handed in as {unit.id}. {mend}")


def identify(course: Course, path: Path, cells: Iterable[dict[str, Any]] = ()) -> tuple[Unit, str]:
    """(unit, student): the file's name, its folder's, or the notebook's own first cell decides."""
    path = path.resolve()
    names = [path.stem, path.parent.name]
    names += [name for cell in cells for name in _START.findall(cell["source"])]
    for name in names:
        if name in course.units:
            unit = course.units[name]
            filed = path.parent.name == unit.id  # <student>/<unit>/<unit>.ipynb
            return unit, path.parent.parent.name if filed else ANYBODY
    known = ", ".join(course.units)
    raise CourseError(
        f"Which unit {path.name} belongs to cannot be told.",
        f"Name it with --unit; there are: {known}",
    )
