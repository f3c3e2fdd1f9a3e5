"""Read a platform's own file of grades and fill in a unit's points.

Only the exported file contains the platform's numbers of students and columns. The files of the
platforms, such as `canvas.py`, contain what differs between them.
"""

import csv
import io
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

from autograder.classroom.names import normalize_name
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


@dataclass(frozen=True)
class Worksheet:
    """A grade file that a platform exported, and the column to fill in."""

    platform: ClassVar[str] = ""  # the platform whose numbers of students stay the same, or ""
    sign: ClassVar = re.compile("|".join([*_NUMBERS, *_NAMES]))  # a column name of each such file
    column: ClassVar = re.compile(r"(.*?)(?: \(\d+\))?")  # a column name; group 1 is the unit's
    compared: ClassVar[str] = ""  # the first of the columns that the platform compares, or ""

    path: Path
    head: list[str]
    rows: list[list[str]]
    column_index: int

    @classmethod
    def read(
        cls, path: Path, unit: Unit, column: str, kinds: "Sequence[type[Worksheet]]"
    ) -> "Worksheet":
        """Read the file, and find the unit's column or the column called `column`.

        The format is the first of `kinds` that fits. Raise CourseError if the file has not exactly
        one such column or cannot be filled in.
        """
        head, *rows = read_rows(path)
        kind = next((one for one in kinds if any(map(one.sign.fullmatch, head))), None)
        if not kind:
            advice = "Pass a file that the platform exported with English column names."
            problem = f"{path} is neither a Canvas or Blackboard gradebook nor a Moodle worksheet."
            raise CourseError(problem, advice)
        rows = [row + [""] * (len(head) - len(row)) for row in rows]
        return kind(path, head, rows, kind.find_column(path, head, unit, column))

    @classmethod
    def find_column(cls, path: Path, head: list[str], unit: Unit, column: str) -> int:
        """Return the position of the column called `column`, or else of the unit's column."""
        wanted = {normalize_name(name) for name in ([column] if column else [unit.id, unit.title])}
        found = []
        for n, name in enumerate(head):
            match = cls.column.fullmatch(name)
            if {normalize_name(name), normalize_name(match[1] if match else "")} & wanted:
                found.append(n)
        if len(found) != 1:
            column = column or unit.id
            advice = f"Name one with --column: {', '.join(head)}"
            raise CourseError(f"{path} has {len(found)} columns for {column}.", advice)
        return found[0]

    def uploaded_columns(self) -> Iterable[int]:
        """Return the positions of the columns to upload, beside the one to fill in."""
        return range(len(self.head))

    def cells(self, row: Sequence[str]) -> dict[str, str]:
        """Return the cells of a row as a mapping from column name to cell."""
        return dict(zip(self.head, row, strict=False))

    def owner(self, row: Sequence[str]) -> Owner | None:
        """Return the student of a row, or None for a row that belongs to no student."""
        cells = self.cells(row)
        numbers = student_numbers(cells)
        parts = [next((cells[key] for key in keys if key in cells), "") for keys in (_FIRST, _LAST)]
        name = next((cells[key] for key in _NAMES if cells.get(key)), " ".join(filter(None, parts)))
        return Owner(numbers, name, platform=self.platform) if numbers or name else None

    def reason_to_keep(self, row: Sequence[str], who: str) -> str:
        """Return why this row's cell must keep its value, or ""."""
        return ""

    def maximum(self, row: Sequence[str]) -> str:
        """Return the maximum points that a row or the column's name contains, or ""."""
        return ""

    def points_in(self, row: Sequence[str]) -> float | None:
        """Return the points that a row of the file already contains, or None without a number."""
        return _number(row[self.column_index])

    def different_maximum(self, row: Sequence[str], unit: Unit) -> str:
        """Return a message if the file's maximum points differ from the unit's, else ""."""
        maximum = self.maximum(row).strip()
        if _number(maximum) in (None, unit.points):
            return ""
        message = f"{self.path.name} has a maximum of {maximum} points, and {unit.id} of"
        return f"{message} {unit.points:g}: change the maximum on the platform first"

    def text(self) -> str:
        """Return the content of the CSV file to upload, with formulas escaped where possible."""
        text = io.StringIO()
        table = csv.writer(text, lineterminator="\n")
        columns = sorted({*self.uploaded_columns(), self.column_index})
        escaped = range(self.head.index(self.compared) if self.compared else len(self.head))
        for row in (self.head, *self.rows):
            table.writerow(sanitize_field(row[n]) if n in escaped else row[n] for n in columns)
        return text.getvalue()


def student_numbers(cells: dict[str, str]) -> tuple[str, ...]:
    """Return the numbers, user names and e-mail addresses in a row, in the order of `_NUMBERS`."""
    return tuple(cells[name] for name in _NUMBERS if cells.get(name, "").strip())


def read_rows(path: Path) -> list[list[str]]:
    """Return the rows of a platform's file that are not empty, or one empty row."""
    return [row for row in read_table(path, "Export it again.") if row] or [[]]


def _number(text: str) -> float | None:
    try:
        return float(text.replace(",", "."))
    except ValueError:
        return None
