"""Grades for elsewhere: a plain table, or a platform's own file with our column filled in."""

import csv
import dataclasses
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from autograder.classroom.platforms.worksheet import Worksheet
from autograder.classroom.reports.unit_results import (
    GRADED,
    NOT_HANDED_IN,
    Result,
    everybody,
    refuse_strangers,
    results,
    used_units,
)
from autograder.classroom.roster import Roster, Student
from autograder.core.course.course import Course, Unit
from autograder.nbgrader.plain_csv import sanitize_field
from autograder.nbgrader.policy import Policy


@dataclass(frozen=True)
class Exported:
    """A file's text, and what a person should know before it is uploaded."""

    text: str
    asked: list[str]
    said: list[str] = field(default_factory=list)


def plain_table(
    course: Course, chosen: Sequence[Unit] | None, folder: Path, roster: Roster
) -> Exported:
    """Return a row for each student and a column for each task; an empty field is not a zero.

    If no units are chosen, export the units in use and their total.
    """
    units = used_units(course, folder) if chosen is None else chosen
    students = everybody(folder, roster)
    more = sorted({name for student in students for name in student.others})
    head = ["id", "last_name", "first_name", "email", *more]
    rows = [
        [s.id, s.last_name, s.first_name, s.email, *(s.others.get(name, "") for name in more)]
        for s in students
    ]
    policy, now = Policy.of_class(folder, course.units), datetime.now(UTC)
    refuse_strangers(policy, students)
    shares: list[dict[str, float | None]] = [{} for _ in rows]
    said = []
    for unit in units:
        tasks = [task.id for task in unit.tasks]
        head += [f"{unit.id}/{task}" for task in tasks]
        head += [f"{unit.id} {word}" for word in ("late_penalty", "points", "of", "state")]
        made = results(course, unit, folder, students)
        for student, row, share, result in zip(students, rows, shares, made, strict=True):
            waits_for = student.id if result.state == NOT_HANDED_IN else ""
            if policy.counts(unit.id, now, waits_for):
                share[unit.id] = _share(result, unit)
            points = result.tasks or {}
            row += [_figure(points.get(task)) for task in tasks]
            less = None if result.points is None else result.penalty
            row += [_figure(less), _figure(result.points), f"{unit.points:g}", result.state]
        said.append(_left_out(policy, unit, now, sum(r.state != NOT_HANDED_IN for r in made)))
    if policy.units and chosen is None:
        counted = ", ".join(unit.id for unit in units if policy.counts(unit.id, now))
        head.append(f"total % of {counted}" if counted else "total %")
        for row, share in zip(rows, shares, strict=True):
            row.append(_figure(_total(policy, share)))
        return Exported(_text([head, *rows]), [], list(filter(None, said)))
    none = policy.path and chosen is None
    said = ["no total %: policy.toml names no unit"] if none else []
    return Exported(_text([head, *rows]), [], said)


def _total(policy: Policy, share: dict[str, float | None]) -> float | None:
    """Nothing where some of it is still to come."""
    known = {unit: of for unit, of in share.items() if of is not None}
    total = policy.total(known) if len(known) == len(share) else None
    return None if total is None else round(total, 2)


def _left_out(policy: Policy, unit: Unit, now: datetime, handed_in: int) -> str:
    """Why a unit is not in the total, where somebody may think that it is."""
    if policy.counts(unit.id, now):
        return ""
    if due := policy.terms(unit.id).due:
        return f"not in the total %: {unit.id}, due {due.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    said = f"{unit.id}, which policy.toml does not name; {handed_in} handed it in"
    return f"not in the total %: {said}" if handed_in else ""


def filled(
    course: Course,
    unit: Unit,
    folder: Path,
    roster: Roster,
    theirs: Path,
    column: str = "",
    replace: bool = False,
) -> Exported:
    """A platform's file with the unit's points; a row that we have none for stays as it is."""
    sheet = Worksheet.read(theirs, unit, column)
    students = everybody(folder, roster)
    ids = [student.id for student in students]
    found = dict(zip(ids, results(course, unit, folder, students), strict=True))
    finder = roster if roster.students else Roster(tuple(map(_as_collected, students)))
    asked = []
    waits: dict[str, list[str]] = defaultdict(list)
    waiting = {id for id, result in found.items() if result.state == GRADED}
    for row in sheet.rows:
        asked.append(sheet.other_most(row, unit))
        if (owner := sheet.owner(row)) is None:
            continue
        if (id := finder.find(owner)) not in found:
            asked.append(f"{owner.name or owner.numbers[0]} of {theirs.name} is nobody here")
            continue
        waiting.discard(id)
        if found[id].points is None:
            waits[found[id].state].append(id)
            continue
        asked.append(_fill(sheet, row, id, found[id], unit, replace))
    waits.pop(NOT_HANDED_IN, None)
    waits[f"a score, and no row in {theirs.name}"] = sorted(waiting)
    asked += [f"{state}: {', '.join(ids)}" for state, ids in waits.items() if ids]
    return Exported(sheet.text(), list(dict.fromkeys(filter(None, asked))))


def _fill(
    sheet: Worksheet, row: list[str], id: str, result: Result, unit: Unit, replace: bool
) -> str:
    """One row; says what a person should know of it."""
    assert result.points is not None
    if said := sheet.stays(row, id):
        return said
    if (there := sheet.figure(row)) is not None and there != result.points:
        said = f"{sheet.path.name} has {there:g} for {id}, ours is {result.points:g}"
        if not replace:
            return f"{said}: --replace takes ours"
        row[sheet.at] = _figure(result.points)
        return f"{said}, which takes its place"
    row[sheet.at] = _figure(result.points)
    if result.points > unit.points:
        said = f"{id} has {result.points:g} of {unit.points:g} points"
        return f"{said}: see that {sheet.path.name}'s platform takes more than all"
    return ""


def _as_collected(student: Student) -> Student:
    """Without a roster an id is what `collect` made of a name, and of Canvas's number behind it."""
    return dataclasses.replace(
        student,
        last_name=student.id,
        first_name="",
        others={"number": student.id.rpartition("_")[2]},
    )


def _share(result: Result, unit: Unit) -> float | None:
    """Of a unit's points; nothing where some are still to come: it might be dropped as a nought."""
    if result.points is None and result.state != NOT_HANDED_IN:
        return None
    return (result.points or 0.0) / unit.points


def _figure(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _text(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(sanitize_field, row) for row in rows])
    return text.getvalue()
