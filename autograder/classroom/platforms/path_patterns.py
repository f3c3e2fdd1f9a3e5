"""Patterns of the paths in a learning platform's archive.

The patterns follow the source code of Canvas (`lib/content_zipper.rb`, and for returned files
`infer_comment_context_from_filename`) and of Moodle (`mod/assign/locallib.php` and
`mod/assign/feedback/file/importziplib.php`). The pattern for nbgrader fits the names in its
exchange. The patterns for Blackboard, Brightspace, Google Drive and Google Classroom follow
descriptions by third parties.
"""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from pathlib import PurePosixPath

MOODLE_NAME = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?")
_CANVAS = re.compile(  # the part of a file name after the student's name
    r"(?P<late>LATE_)?(?P<id>\d+|anon_[^_]+)_"
    r"(?:(?P<attempt>\d{1,20})_(?P<file>.+)|(?:text|link)\.html)"  # typed text has no attempt
)
# Blackboard writes the first time in a name. The student chose the text after this time, which may
# contain another time.
_BLACKBOARD = re.compile(
    r"(?P<front>.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?", re.ASCII
)
EXCHANGE = re.compile(r"(?P<user>[^+]+)\+[^+]+\+(?P<time>\d{4}-\d\d-\d\d[ T][\d:.]+[^+]*)\+.*")
# Brightspace uses this text as the name of an attempt's folder or as a prefix of the file name.
BRIGHTSPACE_NAME = re.compile(
    r"(?P<user>\d+)-\d+ - (?P<name>.+?) ?- "
    r"(?P<day>[A-Z][a-z]{2} \d\d?, \d{4}) (?P<hour>\d\d?)(?P<minute>\d\d) (?P<half>[AP]M)"
    r"(?: - (?P<file>.+))?",
    re.ASCII,
)
# Prefixes that Google, students or a copied file add to a unit's name.
STUDENT_PREFIX = r"(?:(?P<who>.+?)(?: - |[_-]))?(?:Copy of )*"
_DASH_PREFIX = re.compile(r"(?P<who>.+?) - .")
_ZONE = re.compile(r" ([-+Z])")
GRADESCOPE = re.compile(r"submission_\d+")
Folders = tuple[str, ...]
_COURSE_FOLDERS = ("submitted", "exercises", "solutions", ".ipynb_checkpoints")


def is_platform_name(part: str) -> bool:
    """Return True for a name that Moodle, Brightspace or nbgrader's exchange gives a hand-in."""
    return any(pattern.fullmatch(part) for pattern in (MOODLE_NAME, EXCHANGE, BRIGHTSPACE_NAME))


def match_blackboard(file: str) -> tuple[re.Match[str], datetime] | None:
    """Return the match and the time of a file name from Blackboard, or None.

    The time is read in this machine's time zone.
    """
    match = _BLACKBOARD.fullmatch(file)
    when = match and read_time("{}-{}-{}T{}:{}:{}".format(*match["time"].split("-")), None)
    return (match, when) if match and when else None


def match_canvas(file: str, units: Mapping[str, object]) -> list[re.Match[str]]:
    """Return all ways to read a file name as Canvas's `name_user_upload_file`.

    The user's number is ambiguous if the student's name ends with a number or the original file
    name begins with a number. A name such as `Lastname_123_05_matmul_cost.ipynb` is not from
    Canvas: its second number belongs to the name of the unit.
    """
    starts = [0, *(match.end() for match in re.finditer("_", file))]
    starts = [at for at in starts if not file[:at].endswith(("LATE_", "anon_"))]
    matches = [match for at in starts if (match := _CANVAS.fullmatch(file, at))]
    rests = [f"{match['attempt']}_{match['file']}".casefold() for match in matches]
    unit_prefixes = tuple(unit.casefold() for unit in units)
    return [
        match
        for match, rest in zip(matches, rests, strict=True)
        if not rest.startswith(unit_prefixes)
    ]


def student_folders(path: PurePosixPath, units: Mapping[str, object]) -> Folders:
    """Return the folders around a file, outermost first, except those of the course or a unit."""
    return tuple(part for part in path.parts[:-1] if part not in (*_COURSE_FOLDERS, *units))


def name_prefix(path: PurePosixPath, units: Mapping[str, object], is_shared: bool = True) -> str:
    """Return the text before a unit's name or, if `is_shared`, before ` - `; or "".

    `is_shared` means that the folder has files of several students. In a student's own folder, a
    name such as `notes - final.ipynb` does not name a student.
    """
    for unit in units:
        if match := re.fullmatch(rf"{STUDENT_PREFIX}{re.escape(unit)}.*", path.stem, re.IGNORECASE):
            return match["who"] or ""
    match = _DASH_PREFIX.match(path.name) if is_shared else None
    return match["who"] if match else ""


def read_time(text: str, zone: tzinfo | None = UTC) -> datetime | None:
    """Parse a time in ISO format. Return None if the text is not a time.

    `zone` applies to a text without a zone; None means this machine's zone.
    """
    try:
        time = datetime.fromisoformat(_ZONE.sub(r"\1", text.strip().replace(" UTC", "Z")))
        return (time if time.tzinfo else time.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):  # years 1 and 9999 overflow in some zones
        return None
