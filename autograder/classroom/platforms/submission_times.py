"""Read submission times from Moodle's worksheet, or from a table that an instructor wrote."""

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from autograder.classroom.platforms.worksheet import read_rows, student_numbers
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.dates import parse_time

_SUBMITTED, _TIME = "Last modified (submission)", "%A, %d %B %Y, %I:%M %p"
_EXAMPLE = "2026-11-22 05:59:00 UTC"


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
        rows_by_id[number] = WorksheetEntry(when, student_numbers(cells))
    return rows_by_id, invalid


def read_times_table(path: Path) -> tuple[dict[str, datetime], list[str]] | None:
    """Return the times by student id and a message for each invalid time.

    Return None if the table does not have the columns id and time. Canvas's archive has no
    submission times. An instructor can copy the times from Canvas's page into such a table.
    """
    head, *rows = read_rows(path)
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
