"""Identify the student and the unit of a notebook from its path and its content."""

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.messages.errors import CourseError
from autograder.runner.submissions.read_file import NeedsReview

ANYBODY = "you"  # a notebook without a name uses this student's parameters

# At the start, `\s*` instead of `[ \t]*` would take quadratic time on many empty lines.
_START = re.compile(r"""^[ \t]*start\(\s*["'](\w+)["']""", re.MULTILINE)


def refuse_another_unit(course: Course, unit: Unit, cells: Iterable[dict[str, Any]]) -> None:
    """Raise NeedsReview if the cells call `start` with another unit of the course only."""
    named = {name for cell in cells for name in _START.findall(cell["source"])}
    others = sorted((named & course.units.keys()) - {unit.id})
    if others and unit.id not in named:
        advice = f"Move it to the folder of {others[0]}, or ask for the right notebook."
        raise NeedsReview(f"The notebook is {others[0]}, submitted as {unit.id}. {advice}")


def identify(
    course: Course, path: Path, cells: Iterable[dict[str, Any]] = (), unit: str | None = None
) -> tuple[Unit, str]:
    """Return (unit, student) of a notebook. Raise CourseError if the unit cannot be identified.

    Without `unit`, the unit is the first that the file, its folder or a call of `start` names. In a
    class, where the folder has the unit's name, its parent folder names the student. Elsewhere, it
    is `ANYBODY`.
    """
    path = path.resolve()
    names = [course.unit(unit).id] if unit else [path.stem, path.parent.name]
    names += [name for cell in cells for name in _START.findall(cell["source"])]
    for name in names:
        if name in course.units:
            found = course.units[name]
            in_class = path.parent.name == found.id  # <student>/<unit>/<unit>.ipynb
            return found, path.parent.parent.name if in_class else ANYBODY
    units = list(course.units)
    raise CourseError(
        f"Cannot tell which unit {path.name} belongs to.",
        f"Rename it after its unit, for example {units[0]}.ipynb; `autograder check` also takes "
        f"--unit. Units: {', '.join(units)}",
    )
