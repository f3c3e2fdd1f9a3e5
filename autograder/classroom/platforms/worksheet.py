"""Read a platform's own file of grades, fill in a unit's points, and read submission times.

Only the exported file contains the platform's numbers of students and columns. Canvas reads the
columns up to `Section` and those of assignments (`lib/gradebook_importer.rb`). Moodle reads
`Identifier`, `Grade`, `Last modified (grade)` and the feedback columns after these
(`mod/assign/feedback/offline`). According to its help pages, Blackboard reads `Username` and the
number at the end of a column's name.
"""

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.classroom.platforms.platform_names import BLACKBOARD, CANVAS
from autograder.classroom.roster import Owner, normalize_name
from autograder.classroom.table import read_table
from autograder.core.course.course import Unit
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.dates import parse_time
from autograder.nbgrader.plain_csv import sanitize_field

# The school's numbers come first, because a platform's number may equal another student's school
# number.
_NUMBERS = (
    *("SIS User ID", "SIS Login ID", "OrgDefinedId", "ID number", "Student ID"),
    *("Email address", "Username", "ID"),
)
_NAMES = ("Student", "Full name")
_FIRST, _LAST = ("FirstName", "First Name"), ("LastName", "Last Name")
_CANVAS_ID = re.compile(r" \(\d+\)$")
_BLACKBOARD = re.compile(r"(.*?) \[Total Pts: (?:up to )?([\d.,]*)[^\]]*\] \|\d+")
_MODIFIED, _LOCKED = "Last modified (grade)", "Grade can be changed"
_SUBMITTED, _TIME = "Last modified (submission)", "%A, %d %B %Y, %I:%M %p"
_EXAMPLE = "2026-11-22 05:59:00 UTC"
_TEST_STUDENT = "Student, Test"  # Canvas adds a test student to every course
_KEPT_VALUES = ("EX", "N/A")  # Canvas's marks for an excused student and for an unassigned task


@dataclass(frozen=True)
class Worksheet:
    """A grade file that a platform exported, and the column to fill in."""

    path: Path
    head: list[str]
    rows: list[list[str]]
    column_index: int
    most: str = ""  # the maximum points in the heading of a Blackboard column

    @classmethod
    def read(cls, path: Path, unit: Unit, named: str = "") -> "Worksheet":
        """Read the file, and find the unit's column or the column called `named`.

        Raise CourseError if the file has not exactly one such column or cannot be filled in.
        """
        head, *rows = _table(path)
        if not {*_NUMBERS, *_NAMES, "Identifier"} & set(head):
            advice = "Pass a file that the platform exported with English column names."
            problem = f"{path} is neither a Canvas or Blackboard gradebook nor a Moodle worksheet."
            raise CourseError(problem, advice)
        if "Identifier" in head:
            _refuse_unsupported(path, head)
        at = _column(path, head, unit, named)
        match = _BLACKBOARD.fullmatch(head[at])
        rows = [row + [""] * (len(head) - len(row)) for row in rows]
        return cls(path, head, rows, at, match[2] if match else "")

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row as a mapping from column name to cell."""
        return dict(zip(self.head, row, strict=False))

    def owner(self, row: Sequence[str]) -> Owner | None:
        """Return the student of a row, or None for a row that belongs to no student."""
        cells = self.cells(row)
        numbers = _numbers(cells)
        parts = [next((cells[key] for key in keys if key in cells), "") for keys in (_FIRST, _LAST)]
        name = next((cells[key] for key in _NAMES if cells.get(key)), " ".join(filter(None, parts)))
        if not (numbers or name):  # Moodle's anonymous assignments have only an identifier
            name = cells.get("Identifier", "")
            numbers = (name,) * bool(name)
        if "Points Possible" in name or (self._platform == CANVAS and name == _TEST_STUDENT):
            return None
        ours = numbers or name
        return Owner(numbers, name, platform=self._platform) if ours else None

    @property
    def _platform(self) -> str:
        if "Section" in self.head:
            return CANVAS
        return BLACKBOARD if _BLACKBOARD.fullmatch(self.head[self.column_index]) else ""

    def reason_to_keep(self, row: Sequence[str], who: str) -> str:
        """Return why this row's cell must keep its value, or ""."""
        if (cell := row[self.column_index].strip()).upper() in _KEPT_VALUES:
            return f"{self.path.name} has {cell} for {who}; it is not replaced"
        if self.cells(row).get(_LOCKED, "").strip() == "No":
            return f"{self.path.name} says that {who}'s grade cannot be changed"
        return ""

    def points_in(self, row: Sequence[str]) -> float | None:
        """Return the points that a row of the file already contains, or None without a number."""
        try:
            return float(row[self.column_index].strip().replace(",", "."))
        except ValueError:
            return None

    def different_maximum(self, row: Sequence[str], unit: Unit) -> str:
        """Return a message if the file's maximum points differ from the unit's, else ""."""
        cells = self.cells(row)
        most = cells.get("Maximum grade", cells.get("Maximum Grade", "")) or self.most
        if "Points Possible" in row[0]:
            most = row[self.column_index]
        try:
            differs = bool(most.strip()) and float(most.replace(",", ".")) != unit.points
        except ValueError:
            return ""
        message = f"{self.path.name} has a maximum of {most.strip()} points, and {unit.id} of"
        advice = "change the maximum on the platform first"
        return f"{message} {unit.points:g}: {advice}" if differs else ""

    def text(self) -> str:
        """Return the content of the CSV file to upload.

        For Canvas and Blackboard, the file has only the unit's column and the columns that identify
        students. The upload can therefore not overwrite newer values in other columns. Columns that
        Moodle compares with its own values stay unchanged. In other cells, formulas are escaped.
        """
        keep, exact = list(range(len(self.head))), len(self.head)
        if "Section" in self.head:
            keep = [*range(self.head.index("Section") + 1), self.column_index]
        elif _BLACKBOARD.fullmatch(self.head[self.column_index]):
            columns = ("Last Name", "First Name", "Username")
            keep = [*(n for n, name in enumerate(self.head) if name in columns), self.column_index]
        elif _MODIFIED in self.head:
            exact = self.head.index(_MODIFIED)
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        for row in (self.head, *self.rows):
            table.writerow(row[n] if n >= exact else sanitize_field(row[n]) for n in keep)
        return text.getvalue()


def _numbers(cells: dict[str, str]) -> tuple[str, ...]:
    return tuple(cells[name] for name in _NUMBERS if cells.get(name, "").strip())


def _table(path: Path) -> list[list[str]]:
    return [row for row in read_table(path, "Export it again.") if row] or [[]]


@dataclass(frozen=True)
class WorksheetEntry:
    """A row of Moodle's worksheet: the time of a hand-in, and the student's numbers."""

    when: datetime | None
    numbers: tuple[str, ...]  # numbers that identify the student


def read_moodle_worksheet(path: Path) -> tuple[dict[str, WorksheetEntry], list[str]]:
    """Return the worksheet's rows by Moodle's number, and a message for each invalid time.

    Moodle's archive has no submission times. The worksheet's times are in the time zone of the
    person who downloaded the worksheet. This function assumes the time zone of this machine. Raise
    CourseError if a column is missing.
    """
    head, *rows = _table(path)
    if not {"Identifier", _SUBMITTED} <= set(head):
        advice = (
            f"Moodle's worksheet in English has the columns Identifier and {_SUBMITTED}. "
            "A table of times has the columns id and time."
        )
        raise CourseError(
            f"{path} is neither a Moodle grading worksheet nor a table of times.", advice
        )
    rows_by_id, invalid = {}, []
    for row in rows:
        cells = dict(zip(head, row, strict=False))
        text, when = cells.get(_SUBMITTED, "").strip(), None
        try:
            if text not in ("", "-"):
                when = datetime.strptime(text, _TIME).astimezone()
        except ValueError:
            invalid.append(
                f"{path.name} contains {text!r}, which is not a time in Moodle's English format"
            )
        number = cells["Identifier"].rpartition(" ")[2]
        rows_by_id[number] = WorksheetEntry(when, _numbers(cells))
    return rows_by_id, invalid


def read_times_table(path: Path) -> tuple[dict[str, datetime], list[str]] | None:
    """Return the times by student id and a message for each invalid time.

    Return None if the table does not have the columns id and time. Canvas's archive has no
    submission times. An instructor can copy the times from Canvas's page into such a table.
    """
    head, *rows = _table(path)
    names = [name.strip().casefold() for name in head]
    if not {"id", "time"} <= set(names):
        return None
    times, invalid = {}, []
    for row in rows:
        cells = dict(zip(names, row, strict=False))
        id, text = cells.get("id", "").strip(), cells.get("time", "")
        if when := parse_time(text):
            times[id] = when.replace(tzinfo=UTC)
        elif text.strip():
            invalid.append(
                f"{path.name} has an invalid time for {id}: {text!r}. Write it as: {_EXAMPLE}"
            )
    return times, invalid


def _refuse_unsupported(path: Path, head: list[str]) -> None:
    """Raise CourseError if Moodle would not import the points from this worksheet."""
    for name in ("Grade", _MODIFIED):
        if name not in head:
            advice = "Download the grading worksheet again, and upload it without changes."
            raise CourseError(f"{path} has no column {name}, which Moodle requires.", advice)
    if "Scale" in head:
        advice = (
            "In Moodle, set the type of the grade to points. Then download the worksheet again."
        )
        raise CourseError(f"{path} has grades on a scale instead of points.", advice)


def _column(path: Path, head: list[str], unit: Unit, named: str) -> int:
    headings = (
        {normalize_name(named)} if named else {normalize_name(unit.id), normalize_name(unit.title)}
    )
    if not named and "Identifier" in head:
        headings = {"grade"}
    columns = [
        n
        for n, name in enumerate(head)
        if {normalize_name(name), normalize_name(_without_suffix(name))} & headings
    ]
    if len(columns) != 1:
        named = named or unit.id
        advice = f"Name one with --column: {', '.join(head)}"
        raise CourseError(f"{path} has {len(columns)} columns for {named}.", advice)
    return columns[0]


def _without_suffix(name: str) -> str:
    match = _BLACKBOARD.fullmatch(name)
    return match[1] if match else _CANVAS_ID.sub("", name)
