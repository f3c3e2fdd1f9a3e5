"""Grades for elsewhere: a plain table, or a platform's own file with our column filled in."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from autograder.gradebook.classroom.results import GRADED, NOT_HANDED_IN, Result, everybody, results
from autograder.gradebook.classroom.worksheet import Worksheet
from autograder.gradebook.nbgrader.csv import harmless
from autograder.gradebook.nbgrader.policy import Policy
from autograder.gradebook.rows.roster import Owner, Roster, Student, squeezed
from autograder.task.course import Course, Unit


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
    sheet = Worksheet.read(theirs, unit, column)
    students = everybody(folder, roster)
    ids = [student.id for student in students]
    found = dict(zip(ids, results(course, unit, folder, students), strict=True))
    asked = []
    waiting = {id for id, result in found.items() if result.state == GRADED}
    for row in sheet.rows:
        asked.append(sheet.other_most(row, unit))
        if (owner := sheet.owner(row)) is None:
            continue
        student = _whose(owner, students, roster)
        if student is None:
            asked.append(f"{owner.name or owner.numbers[0]} of {theirs.name} is nobody here")
            continue
        waiting.discard(student.id)
        asked.append(_fill(sheet, row, student.id, found[student.id], unit))
    asked += [f"{id} has a score, and no row in {theirs.name}" for id in sorted(waiting)]
    return Exported(sheet.text(), list(dict.fromkeys(filter(None, asked))))


def _fill(sheet: Worksheet, row: list[str], id: str, result: Result, unit: Unit) -> str:
    """One row; says what a person should know of it."""
    if result.points is None:
        return f"{id} has no score yet" if result.state != NOT_HANDED_IN else ""
    if said := sheet.stays(row, id):
        return said
    row[sheet.at] = _figure(result.points)
    if result.points > unit.points:
        said = f"{id} has {result.points:g} of {unit.points:g} points"
        return f"{said}: see that {sheet.path.name}'s platform takes more than all"
    return ""


def _whose(owner: Owner, students: list[Student], roster: Roster) -> Student | None:
    """By the roster; without one, by the id that `collect` made of Canvas's number or of a name."""
    if roster.students and (id := roster.find(owner)):
        return next((student for student in students if student.id == id), None)
    ends = tuple(f"_{number}" for number in owner.numbers)
    names = {squeezed(owner.name), *map(squeezed, owner.numbers)} - {""}
    found = [s for s in students if s.id.endswith(ends) or squeezed(s.id) in names]
    return found[0] if len(found) == 1 and not roster.students else None


def _figure(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _text(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(harmless, row) for row in rows])
    return text.getvalue()
