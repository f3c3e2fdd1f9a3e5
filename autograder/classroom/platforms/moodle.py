"""Moodle: names in an archive, returned files and the grading worksheet.

The formats follow Moodle's source code: `mod/assign/locallib.php`, for returned files
`mod/assign/feedback/file/importziplib.php`, and for the worksheet `mod/assign/feedback/offline`.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from autograder.classroom.platforms.path_info import PathInfo, local_time, require_name, student_id
from autograder.classroom.platforms.worksheet import Worksheet, read_rows, student_numbers
from autograder.classroom.roster import Owner
from autograder.core.course.course import Unit
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.folders import FeedbackData, Folders

MOODLE = "Moodle"
_NAME = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?")
_SUBMITTED, _TIME = "Last modified (submission)", "%A, %d %B %Y, %I:%M %p"


def read_moodle(part: str, file: str = "") -> PathInfo | None:
    """Read the name of a file or, with `file`, of the folder around it. Return None if it differs.

    Returned feedback starts with the prefix that Moodle put before the name of the submission.
    """
    match = _NAME.fullmatch(part)
    if not match:
        return None
    prefix = f"{part}/" if file else part.removesuffix(match["file"] or "")
    # Moodle's number identifies a student in one assignment. It differs in the next assignment.
    name, number = match.group("name", "number")
    if anonymous := name == "Participant":  # add the number, as the worksheet does
        name = f"{name} {number}"
    owner = Owner((name,) if anonymous else (), name, student_id(name), number)
    file = file or match["file"] or part
    return require_name(PathInfo((owner,), file, platform=MOODLE, upload_prefix=prefix))


def moodle_feedback(info: PathInfo, folders: Folders, _data: FeedbackData) -> tuple[str, bytes]:
    """Return the name and the content of the feedback page. Moodle recognizes it by its prefix."""
    return f"{info.upload_prefix}{folders.page.name}", folders.page.read_bytes()


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
    head, *rows = read_rows(path)
    if not {"Identifier", _SUBMITTED} <= set(head):
        problem = f"{path} is neither a Moodle grading worksheet nor a table of times."
        advice = f"Moodle's worksheet in English has the columns Identifier and {_SUBMITTED}."
        raise CourseError(problem, f"{advice} A table of times has the columns id and time.")
    rows_by_id, invalid = {}, []
    for row in rows:
        cells = dict(zip(head, row, strict=False))
        text = cells.get(_SUBMITTED, "").strip()
        when = local_time(text, _TIME)
        if not when and text not in ("", "-"):
            problem = "which is not a time in Moodle's English format"
            invalid.append(f"{path.name} contains {text!r}, {problem}")
        number = cells["Identifier"].rpartition(" ")[2]
        rows_by_id[number] = WorksheetEntry(when, student_numbers(cells))
    return rows_by_id, invalid


class MoodleWorksheet(Worksheet):
    """The grading worksheet.

    Moodle reads `Identifier`, `Grade`, `Last modified (grade)` and the feedback columns after
    these, which it compares with its own values. Therefore, these columns stay unchanged.
    """

    sign, compared = re.compile("Identifier"), "Last modified (grade)"

    @classmethod
    def find_column(cls, path: Path, head: list[str], unit: Unit, column: str) -> int:
        for name in ("Grade", cls.compared):
            if name not in head:
                advice = "Download the grading worksheet again, and upload it without changes."
                raise CourseError(f"{path} has no column {name}, which Moodle requires.", advice)
        if "Scale" in head:
            problem = f"{path} has grades on a scale instead of points."
            advice = "In Moodle, set the type of the grade to points. Then download the worksheet"
            raise CourseError(problem, f"{advice} again.")
        return super().find_column(path, head, unit, column or "Grade")

    def owner(self, row: Sequence[str]) -> Owner | None:
        name = self.cells(row)["Identifier"]  # an anonymous assignment has no other names
        return super().owner(row) or (Owner((name,), name) if name else None)

    def maximum(self, row: Sequence[str]) -> str:
        cells = self.cells(row)
        return cells.get("Maximum grade", cells.get("Maximum Grade", ""))

    def reason_to_keep(self, row: Sequence[str], who: str) -> str:
        locked = self.cells(row).get("Grade can be changed", "").strip() == "No"
        return f"{self.path.name} says that {who}'s grade cannot be changed" if locked else ""
