"""Grades for elsewhere: a plain table, or a platform's own file with our column filled in.

A platform knows its students by numbers of its own, and its columns too. So its own file is asked
for: Canvas's gradebook export (it reads `Student`, `ID`, `Section` and the columns behind them),
Moodle's grading worksheet (it reads `Identifier`, `Grade` and `Last modified (grade)`).
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook.classroom.results import GRADED, NOT_HANDED_IN, everybody, results
from autograder.gradebook.nbgrader.csv import harmless
from autograder.gradebook.nbgrader.policy import Policy
from autograder.gradebook.rows.roster import Owner, Roster, Student, squeezed
from autograder.say.errors import CourseError
from autograder.task.course import Course, Unit

_NUMBERS = {"ID", "SIS User ID", "SIS Login ID", "Email address", "ID number", "Username"}
_NAMES = ("Student", "Full name")
_MOST = ("Maximum Grade", "Maximum grade")
_CANVAS_ID = re.compile(r" \(\d+\)$")


@dataclass(frozen=True)
class Exported:
    """A file's text, and what a person should know before it is uploaded."""

    text: str
    asked: list[str]


def plain_table(course: Course, units: Sequence[Unit], folder: Path, roster: Roster) -> Exported:
    """A row for each student, a column for each task; an empty field is no nought."""
    students = everybody(folder, roster)
    more = sorted({name for student in students for name in student.others})
    head = ["id", "last_name", "first_name", "email", *more]
    rows = [
        [s.id, s.last_name, s.first_name, s.email, *(s.others.get(name, "") for name in more)]
        for s in students
    ]
    policy = Policy.of_class(folder, course.units)
    shares: list[dict[str, float]] = [{} for _ in rows]
    handed_in = set()
    for unit in units:
        tasks = [task.id for task in unit.tasks]
        head += [f"{unit.id}/{task}" for task in tasks]
        head += [f"{unit.id} {word}" for word in ("late_penalty", "points", "of", "state")]
        made = results(course, unit, folder, students)
        for row, share, result in zip(rows, shares, made, strict=True):
            if result.state != NOT_HANDED_IN:
                handed_in.add(unit.id)
            share[unit.id] = (result.points or 0.0) / unit.points
            points = result.tasks or {}
            row += [_figure(points.get(task)) for task in tasks]
            row += [f"{result.penalty:g}", _figure(result.points), f"{unit.points:g}", result.state]
    taught = [unit.id for unit in units if unit.id in policy.units or unit.id in handed_in]
    if policy.path and len(units) == len(course.units):
        head.append("total %")
        for row, share in zip(rows, shares, strict=True):
            total = policy.total({unit: share[unit] for unit in taught})
            row.append(_figure(total and round(total, 2)))
    return Exported(_text([head, *rows]), [])


def filled(
    course: Course, unit: Unit, folder: Path, roster: Roster, theirs: Path, column: str = ""
) -> Exported:
    """A platform's file with the unit's points; a row that we have none for stays as it is."""
    rows = _read(theirs)
    head = rows[0]
    at = _column(head, unit, column, theirs)
    students = everybody(folder, roster)
    ids = [student.id for student in students]
    found = dict(zip(ids, results(course, unit, folder, students), strict=True))
    asked = []
    waiting = {id for id, result in found.items() if result.state == GRADED}
    for row in rows[1:]:
        row += [""] * (len(head) - len(row))
        asked += _other_most(dict(zip(head, row, strict=False)), row[at], unit, theirs)
        owner = _owner(dict(zip(head, row, strict=False)))
        if not (owner.numbers or owner.name) or "Points Possible" in owner.name:
            continue  # a line of the platform's own
        student = _whose(owner, students, roster)
        if student is None:
            asked.append(f"{owner.name or owner.numbers[0]} of {theirs.name} is nobody here")
        elif (result := found[student.id]).points is not None:
            row[at] = _figure(result.points)
            if result.points > unit.points:
                said = f"{student.id} has {result.points:g} of {unit.points:g} points"
                asked.append(f"{said}: see that {theirs.name}'s platform takes more than all")
            waiting.discard(student.id)
        elif result.state != NOT_HANDED_IN:
            asked.append(f"{student.id} has no score yet")
    asked += [f"{id} has a score, and no row in {theirs.name}" for id in sorted(waiting)]
    if "Section" in head:  # Canvas: what is not uploaded cannot overwrite what changed since
        keep = [*range(head.index("Section") + 1), at]
        rows = [[row[place] for place in keep] for row in rows]
    return Exported(_text(rows), list(dict.fromkeys(asked)))


def _read(path: Path) -> list[list[str]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise CourseError(f"{path} cannot be read: {error}.", "Export it anew.") from None
    rows = [row for row in csv.reader(io.StringIO(text)) if row]
    if not rows or not {*_NUMBERS, *_NAMES} & set(rows[0]):
        mend = "Name the file that the platform itself exported, in English."
        raise CourseError(f"{path} is no gradebook of Canvas and no worksheet of Moodle.", mend)
    return rows


def _column(head: list[str], unit: Unit, named: str, path: Path) -> int:
    wanted = {squeezed(named)} if named else {squeezed(unit.id), squeezed(unit.title)}
    if not named and "Identifier" in head:
        wanted = {"grade"}
    found = [n for n, name in enumerate(head) if squeezed(_CANVAS_ID.sub("", name)) in wanted]
    if len(found) != 1:
        named = named or unit.id
        mend = f"Name one with --column; there are: {', '.join(head)}"
        raise CourseError(f"{path} has {len(found)} columns for {named}.", mend)
    return found[0]


def _owner(row: dict[str, str]) -> Owner:
    numbers = tuple(row[name] for name in row if name in _NUMBERS and row[name].strip())
    name = next((row[name] for name in _NAMES if row.get(name)), "")
    return Owner(numbers, name)


def _whose(owner: Owner, students: list[Student], roster: Roster) -> Student | None:
    """By the roster; without one, by the id that `collect` made of Canvas's number or of a name."""
    if roster.students:
        id = roster.find(owner)
        return next((student for student in students if student.id == id), None)
    ends = tuple(f"_{number}" for number in owner.numbers)
    names = {squeezed(owner.name), *map(squeezed, owner.numbers)} - {""}
    found = [s for s in students if s.id.endswith(ends) or squeezed(s.id) in names]
    return found[0] if len(found) == 1 else None


def _other_most(row: dict[str, str], cell: str, unit: Unit, path: Path) -> list[str]:
    most = next((row[name] for name in _MOST if row.get(name)), "")
    if "Points Possible" in next(iter(row.values()), ""):
        most = cell
    try:
        differs = bool(most.strip()) and float(most) != unit.points
    except ValueError:
        return []
    said = f"{path.name} counts {most.strip()} points at most, {unit.id} {unit.points:g}"
    return [f"{said}: set that there first"] if differs else []


def _figure(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _text(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(harmless, row) for row in rows])
    return text.getvalue()
