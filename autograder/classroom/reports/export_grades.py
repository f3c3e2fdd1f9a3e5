"""Export grades as a plain table, or fill the points into a platform's own file."""

import csv
import dataclasses
import io
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from autograder.classroom.platforms.blackboard import BlackboardGradebook
from autograder.classroom.platforms.canvas import CanvasGradebook
from autograder.classroom.platforms.moodle import MoodleWorksheet
from autograder.classroom.platforms.worksheet import Worksheet
from autograder.classroom.reports.unit_results import (
    GRADED,
    NOT_HANDED_IN,
    UnitGrade,
    all_students,
    read_results,
    refuse_unknown_students,
    used_units,
)
from autograder.classroom.roster import Roster, Student
from autograder.core.course.course import Course, Unit
from autograder.nbgrader.plain_csv import sanitize_field
from autograder.nbgrader.policy import Policy

_KINDS = (MoodleWorksheet, CanvasGradebook, BlackboardGradebook, Worksheet)


@dataclass(frozen=True)
class ExportedTable:
    """The text of an exported file, with required actions and notes for the instructor."""

    text: str
    actions: list[str]
    notes: list[str] = field(default_factory=list)


def plain_table(
    course: Course, chosen: Sequence[Unit] | None, folder: Path, roster: Roster
) -> ExportedTable:
    """Return a table with a row for each student, and columns for each task and each unit.

    An empty field means that there is no score. If `chosen` is None, the table contains the units
    in use and, if the policy names units, the total of the course. Raise CourseError if the policy
    names a student who is not in the class.
    """
    units = used_units(course, folder) if chosen is None else chosen
    students = all_students(folder, roster)
    other_columns = sorted({name for student in students for name in student.others})
    head = ["id", "last_name", "first_name", "email", *other_columns]
    rows = [[s.id, s.last_name, s.first_name, s.email] for s in students]
    for row, student in zip(rows, students, strict=True):
        row += [student.others.get(name, "") for name in other_columns]
    policy, now = Policy.of_class(folder, course.units), datetime.now(UTC)
    refuse_unknown_students(policy, students)
    shares: list[dict[str, float | None]] = [{} for _ in rows]
    notes = []
    for unit in units:
        head += _headings(unit)
        results = read_results(course, unit, folder, students)
        for student, row, share, result in zip(students, rows, shares, results, strict=True):
            row += _cells(unit, result)
            absent_student = student.id if result.state == NOT_HANDED_IN else ""
            if policy.counts(unit.id, now, absent_student):
                share[unit.id] = _share(result, unit)
        handed_in = sum(result.state != NOT_HANDED_IN for result in results)
        notes.append(_exclusion_note(policy, unit, now, handed_in))
    if policy.units and chosen is None:
        counted = ", ".join(unit.id for unit in units if policy.counts(unit.id, now))
        head.append(f"total % of {counted}" if counted else "total %")
        for row, share in zip(rows, shares, strict=True):
            row.append(_format_points(_total(policy, share)))
        return ExportedTable(_csv_text([head, *rows]), [], list(filter(None, notes)))
    no_total = policy.path and chosen is None
    notes = ["no total %: policy.toml names no unit"] if no_total else []
    return ExportedTable(_csv_text([head, *rows]), [], notes)


def _headings(unit: Unit) -> list[str]:
    tasks = [f"{unit.id}/{task.id}" for task in unit.tasks]
    return tasks + [f"{unit.id} {word}" for word in ("late_penalty", "points", "of", "state")]


def _cells(unit: Unit, result: UnitGrade) -> list[str]:
    """Return a student's cells below `_headings`."""
    points = result.tasks or {}
    penalty = None if result.points is None else result.penalty
    return [
        *(_format_points(points.get(task.id)) for task in unit.tasks),
        _format_points(penalty),
        _format_points(result.points),
        f"{unit.points:g}",
        result.state,
    ]


def _total(policy: Policy, share: dict[str, float | None]) -> float | None:
    """Return the total in percent, or None if no unit counts or one that counts is not graded."""
    graded = {unit: part for unit, part in share.items() if part is not None}
    total = policy.total(graded) if len(graded) == len(share) else None
    return None if total is None else round(total, 2)


def _exclusion_note(policy: Policy, unit: Unit, now: datetime, handed_in: int) -> str:
    """Return a note that a unit does not count in the total, or "" if no note is needed."""
    if policy.counts(unit.id, now):
        return ""
    if due := policy.terms(unit.id).due:
        return f"not in the total %: {unit.id}, due {due.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
    note = f"{unit.id}, which policy.toml does not name; {handed_in} handed it in"
    return f"not in the total %: {note}" if handed_in else ""


def fill_worksheet(
    course: Course,
    unit: Unit,
    folder: Path,
    roster: Roster,
    file: Path,
    column: str = "",
    replace: bool = False,
) -> ExportedTable:
    """Return a platform's file with a unit's points filled in. The file itself is not changed.

    Rows of ungraded students stay unchanged. Other points in the file stay unless `replace` is set.
    """
    sheet = Worksheet.read(file, unit, column, _KINDS)
    students = all_students(folder, roster)
    ids = [student.id for student in students]
    results = dict(zip(ids, read_results(course, unit, folder, students), strict=True))
    finder = roster if roster.students else Roster(tuple(map(_as_collected, students)))
    actions = []
    ungraded: dict[str, list[str]] = defaultdict(list)  # ids by state
    without_row = {id for id, result in results.items() if result.state == GRADED}
    for row in sheet.rows:
        actions.append(sheet.different_maximum(row, unit))
        if (owner := sheet.owner(row)) is None:
            continue
        if (id := finder.find(owner)) not in results:
            actions.append(
                f"{owner.name or owner.numbers[0]} of {file.name} matches no student of the class"
            )
            continue
        without_row.discard(id)
        if results[id].points is None:
            ungraded[results[id].state].append(id)
            continue
        actions.append(_fill_row(sheet, row, id, results[id], unit, replace))
    ungraded.pop(NOT_HANDED_IN, None)
    students_by_problem = {**ungraded, f"a score, but no row in {file.name}": sorted(without_row)}
    actions += [f"{line}: {', '.join(ids)}" for line, ids in students_by_problem.items() if ids]
    return ExportedTable(sheet.text(), list(dict.fromkeys(filter(None, actions))))


def _fill_row(
    sheet: Worksheet, row: list[str], id: str, result: UnitGrade, unit: Unit, replace: bool
) -> str:
    """Fill the points into `row`, if allowed. Return a note for the instructor, or ""."""
    assert result.points is not None
    if reason := sheet.reason_to_keep(row, id):
        return reason
    if (old := sheet.points_in(row)) is not None and old != result.points:
        comparison = f"{old:g} points for {id}, and the gradebook has {result.points:g}"
        note = f"{sheet.path.name} has {comparison}"
        if not replace:
            return f"{note}: --replace uses those of the gradebook"
        row[sheet.column_index] = _format_points(result.points)
        return f"{note}; replaced"
    row[sheet.column_index] = _format_points(result.points)
    if result.points > unit.points:
        note = f"{id} has {result.points:g} of {unit.points:g} points"
        return f"{note}: check that {sheet.path.name}'s platform accepts extra points"
    return ""


def _as_collected(student: Student) -> Student:
    """Return the student with the id as the last name, and with the number at the end of the id.

    Without a roster, `collect` forms an id from the name and number in Canvas's archive.
    """
    return dataclasses.replace(
        student,
        last_name=student.id,
        first_name="",
        others={"number": student.id.rpartition("_")[2]},
    )


def _share(result: UnitGrade, unit: Unit) -> float | None:
    """Return the student's share of the unit's points, or None if the unit is not fully graded.

    The share is 0 if the student handed in nothing. The share of an ungraded unit must not be 0,
    because `drop_lowest` could drop the unit.
    """
    if result.points is None and result.state != NOT_HANDED_IN:
        return None
    return (result.points or 0.0) / unit.points


def _format_points(points: float | None) -> str:
    return "" if points is None else f"{points:g}"


def _csv_text(rows: list[list[str]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(sanitize_field, row) for row in rows])
    return text.getvalue()
