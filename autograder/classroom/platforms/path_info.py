"""The information that a path in an archive contains about a student's file."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from unicodedata import normalize

from autograder.classroom.roster import Owner
from autograder.nbgrader.dates import parse_time


@dataclass(frozen=True)
class PathInfo:
    """Information about a file, read from its path."""

    owners: tuple[Owner, ...]  # the student, the members of a group, or () if unknown
    file: str  # the file name that the student chose
    when: datetime | None = None
    late: bool = False  # True if the platform marks the file as late, without a time
    order: int = 0  # number of the attempt, if the platform has one
    platform: str = ""  # the platform, if it accepts an archive with feedback, or ""
    upload_prefix: str = ""  # prefix of returned files; problems of one prefix are grouped
    folder_only: bool = False  # True if only a folder's name identifies the student
    problem: str = ""  # why `owners` is empty, if known


def require_name(info: PathInfo) -> PathInfo:
    """Remove an owner whose name contains no letter. A number could be another student's id."""
    if any(map(str.isalpha, info.owners[0].name)):
        return info
    return PathInfo((), info.file, problem="the student's name on the platform contains no letter")


def owner_by_name(name: str) -> Owner:
    """Return the student whom a user name or the name of a folder identifies."""
    return Owner((name,), name, student_id(name), name)


def student_id(name: str) -> str:
    """Return a name with `_` for characters that a folder's name should not contain, or ""."""
    return re.sub(r"[^\w.@-]+", "_", normalize("NFC", name)).strip("._")


def read_time(text: str) -> datetime | None:
    """Parse a time with a year, month and day in this order. Return None for any other text."""
    time = parse_time(text)
    return time and time.replace(tzinfo=UTC)


def local_time(text: str, form: str) -> datetime | None:
    """Parse a time in this machine's time zone. Return None if the text has another form."""
    try:
        return datetime.strptime(text, form).astimezone(UTC)
    except (ValueError, OverflowError):  # years 1 and 9999 overflow in some zones
        return None
