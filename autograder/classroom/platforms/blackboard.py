"""Blackboard: file names in an archive, as third parties describe them, and the gradebook.

According to its help pages, Blackboard reads `Username` and the number at the end of a column's
name in the gradebook.
"""

import re
from collections.abc import Iterable, Sequence

from autograder.classroom.platforms.path_info import PathInfo, local_time, student_id
from autograder.classroom.platforms.worksheet import Worksheet
from autograder.classroom.roster import Owner

BLACKBOARD = "Blackboard"
# Blackboard writes the first time in a name. The student chose the text after this time, which may
# contain another time.
_NAME = re.compile(
    r"(?P<front>.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?", re.ASCII
)


def read_blackboard(file: str, folders: tuple[str, ...] = ()) -> PathInfo | None:
    """Read a file name, with its time in this machine's time zone. Return None if it differs."""
    match = _NAME.fullmatch(file)
    when = match and local_time(match["time"], "%Y-%m-%d-%H-%M-%S")
    if not (match and when):
        return None
    pieces = match["front"].split("_")  # parts of the course's name, then of the user name
    users = tuple("_".join(pieces[at:]) for at in range(len(pieces)))
    owner = Owner(users, "", student_id(pieces[-1]), pieces[-1], BLACKBOARD, folders)
    return PathInfo((owner,), match["file"] or file, when)


class BlackboardGradebook(Worksheet):
    """The gradebook. The name of a column contains the maximum points."""

    platform = BLACKBOARD
    sign = column = re.compile(r"(.*?) \[Total Pts: (?:up to )?([\d.,]*)[^\]]*\] \|\d+")

    def uploaded_columns(self) -> Iterable[int]:
        names = ("Last Name", "First Name", "Username")
        return (n for n, name in enumerate(self.head) if name in names)

    def maximum(self, row: Sequence[str]) -> str:
        match = self.column.fullmatch(self.head[self.column_index])
        return match[2] if match else ""
