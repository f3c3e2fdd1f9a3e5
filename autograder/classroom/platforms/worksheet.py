"""Read a platform's own file of grades and fill in a unit's points.

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
from pathlib import Path

from autograder.classroom.names import normalize_name
from autograder.classroom.platforms.platform_names import BLACKBOARD, CANVAS
from autograder.classroom.roster import Owner
from autograder.classroom.table import read_table
from autograder.core.course.course import Unit
from autograder.core.messages.errors import CourseError
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
_TEST_STUDENT = "Student, Test"  # Canvas adds a test student to every course
_KEPT_VALUES = ("EX", "N/A")  # Canvas's marks for an excused student and for an unassigned task


@dataclass(frozen=True)
class Worksheet:
    """A grade file that a platform exported, and the column to fill in."""

    path: Path
    head: list[str]
    rows: list[list[str]]
    column_index: int
    heading_points: str = ""  # the maximum points in the heading of a Blackboard column

    @classmethod
    def read(cls, path: Path, unit: Unit, column: str = "") -> "Worksheet":
        """Read the file, and find the unit's column or the column called `column`.

        Raise CourseError if the file has not exactly one such column or cannot be filled in.
        """
        head, *rows = read_rows(path)
        if not {*_NUMBERS, *_NAMES, "Identifier"} & set(head):
            advice = "Pass a file that the platform exported with English column names."
            problem = f"{path} is neither a Canvas or Blackboard gradebook nor a Moodle worksheet."
            raise CourseError(problem, advice)
        if "Identifier" in head:
            _refuse_unsupported(path, head)
        index = _column(path, head, unit, column)
        match = _BLACKBOARD.fullmatch(head[index])
        rows = [row + [""] * (len(head) - len(row)) for row in rows]
        return cls(path, head, rows, index, match[2] if match else "")

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row as a mapping from column name to cell."""
        return dict(zip(self.head, row, strict=False))

    def owner(self, row: Sequence[str]) -> Owner | None:
        """Return the student of a row, or None for a row that belongs to no student."""
        cells = self.cells(row)
        numbers = student_numbers(cells)
        parts = [next((cells[key] for key in keys if key in cells), "") for keys in (_FIRST, _LAST)]
        name = next((cells[key] for key in _NAMES if cells.get(key)), " ".join(filter(None, parts)))
        if not (numbers or name):  # Moodle's anonymous assignments have only an identifier
            name = cells.get("Identifier", "")
            numbers = (name,) * bool(name)
        if "Points Possible" in name or (self._platform == CANVAS and name == _TEST_STUDENT):
            return None
        identified = numbers or name
        return Owner(numbers, name, platform=self._platform) if identified else None

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
        maximum = cells.get("Maximum grade", cells.get("Maximum Grade", "")) or self.heading_points
        if "Points Possible" in row[0]:
            maximum = row[self.column_index]
        try:
            differs = bool(maximum.strip()) and float(maximum.replace(",", ".")) != unit.points
        except ValueError:
            return ""
        message = f"{self.path.name} has a maximum of {maximum.strip()} points, and {unit.id} of"
        advice = "change the maximum on the platform first"
        return f"{message} {unit.points:g}: {advice}" if differs else ""

    def text(self) -> str:
        """Return the content of the CSV file to upload.

        For Canvas and Blackboard, the file has only the unit's column and the columns that identify
        students. The upload can therefore not overwrite newer values in other columns. Columns that
        Moodle compares with its own values stay unchanged. In other cells, formulas are escaped.
        """
        kept_columns, unchanged_from = list(range(len(self.head))), len(self.head)
        if "Section" in self.head:
            kept_columns = [*range(self.head.index("Section") + 1), self.column_index]
        elif _BLACKBOARD.fullmatch(self.head[self.column_index]):
            columns = ("Last Name", "First Name", "Username")
            kept_columns = [
                *(n for n, name in enumerate(self.head) if name in columns),
                self.column_index,
            ]
        elif _MODIFIED in self.head:
            unchanged_from = self.head.index(_MODIFIED)
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        for row in (self.head, *self.rows):
            table.writerow(
                row[n] if n >= unchanged_from else sanitize_field(row[n]) for n in kept_columns
            )
        return text.getvalue()


def student_numbers(cells: dict[str, str]) -> tuple[str, ...]:
    """Return the numbers, user names and e-mail addresses in a row, in the order of `_NUMBERS`."""
    return tuple(cells[name] for name in _NUMBERS if cells.get(name, "").strip())


def read_rows(path: Path) -> list[list[str]]:
    """Return the rows of a platform's file that are not empty, or one empty row."""
    return [row for row in read_table(path, "Export it again.") if row] or [[]]


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


def _column(path: Path, head: list[str], unit: Unit, column: str) -> int:
    headings = (
        {normalize_name(column)}
        if column
        else {normalize_name(unit.id), normalize_name(unit.title)}
    )
    if not column and "Identifier" in head:
        headings = {"grade"}
    columns = [
        n
        for n, name in enumerate(head)
        if {normalize_name(name), normalize_name(_without_suffix(name))} & headings
    ]
    if len(columns) != 1:
        column = column or unit.id
        advice = f"Name one with --column: {', '.join(head)}"
        raise CourseError(f"{path} has {len(columns)} columns for {column}.", advice)
    return columns[0]


def _without_suffix(name: str) -> str:
    match = _BLACKBOARD.fullmatch(name)
    return match[1] if match else _CANVAS_ID.sub("", name)
