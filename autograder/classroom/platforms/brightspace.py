"""Brightspace: names in an archive, as third parties describe them."""

import re

from autograder.classroom.platforms.path_info import PathInfo, local_time, require_name, student_id
from autograder.classroom.roster import Owner

BRIGHTSPACE = "Brightspace"
# This text is the name of an attempt's folder or a prefix of the file name.
_NAME = re.compile(
    r"(?P<user>\d+)-\d+ - (?P<name>.+?) ?- "
    r"(?P<day>[A-Z][a-z]{2} \d\d?, \d{4}) (?P<hour>\d\d?)(?P<minute>\d\d) (?P<half>[AP]M)"
    r"(?: - (?P<file>.+))?",
    re.ASCII,
)


def read_brightspace(part: str, file: str = "") -> PathInfo | None:
    """Read the name of a file or, with `file`, of the folder around it. Return None if it differs.

    The first number identifies the user. The time is in this machine's time zone.
    """
    match = _NAME.fullmatch(part)
    if not match or bool(file) == bool(match["file"]):
        return None
    time = " ".join(match.group("day", "hour", "minute", "half"))
    user, name = match.group("user", "name")
    owner = Owner((user,), name, student_id(name), user, BRIGHTSPACE)
    when = local_time(time, "%b %d, %Y %I %M %p")
    return require_name(PathInfo((owner,), file or match["file"], when))
