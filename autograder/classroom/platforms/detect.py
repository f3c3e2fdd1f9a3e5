"""Read the student, the time and the original file name from the paths in an archive.

Gradescope's export contains a list of the students, `submission_metadata.yml`. The module
`repositories.py` reads repositories of Classroom 50.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from autograder.classroom.platforms.path_patterns import (
    BRIGHTSPACE_NAME,
    EXCHANGE,
    GRADESCOPE,
    MOODLE_NAME,
    match_blackboard,
    match_canvas,
    name_prefix,
    read_time,
    student_folders,
)
from autograder.classroom.platforms.platform_names import BLACKBOARD, BRIGHTSPACE, CANVAS, MOODLE
from autograder.classroom.platforms.survey import Repository, Survey
from autograder.classroom.roster import Owner

METADATA = "submission_metadata.yml"
_AMBIGUOUS_PLATFORM = f"{CANVAS} and {BLACKBOARD} both name files in this way"
_NO_NAME = "the student's name on the platform contains no letter"
_AMBIGUOUS_NUMBER = "its name contains several numbers, and each may be the student's"
_ANONYMOUS = "Participant"  # the student's name in Moodle's anonymous assignments
_NO_FACTS = Survey()


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


def read_path(
    name: str,
    metadata: Mapping[str, Any],
    units: Mapping[str, object],
    facts: Survey = _NO_FACTS,
) -> PathInfo:
    """Read student, time and file name from a path, with the first pattern that fits.

    If no pattern fits, the folders and the prefix of the file name may name the student. `metadata`
    is Gradescope's list of submitters, and `facts` the result of `survey` for the whole archive.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    if info := _read_folders(path, metadata, facts) or _read_file_name(path, facts):
        return info
    folders = path.parts[:-1]
    in_unit_folder = len(folders) >= 2 and folders[-1] in units
    if in_unit_folder or (folders and not facts.single_folder):
        return _read_student_folders(path, units, facts)  # Canvas and Blackboard create no folders
    return _read_flat_name(path, units, facts) or _read_student_folders(path, units, facts)


def _read_folders(
    path: PurePosixPath, metadata: Mapping[str, Any], facts: Survey
) -> PathInfo | None:
    """Read a path whose folder a platform named, or return None."""
    folders, file = path.parts[:-1], path.name
    for folder in ("/".join(folders[:2]), *folders[:1]):
        if repository := facts.repositories.get(folder):
            return _read_repository(repository, folder, file)
    for depth, part in enumerate(folders):  # outermost first: a student may imitate a platform
        if GRADESCOPE.fullmatch(part) and part in metadata:
            return _read_gradescope(metadata[part], file)
        if depth not in facts.depths:
            continue
        if match := MOODLE_NAME.fullmatch(part):
            return _read_moodle(match, file, f"{part}/")
        if (match := BRIGHTSPACE_NAME.fullmatch(part)) and not match["file"]:
            return _read_brightspace(match, file)
        if match := EXCHANGE.fullmatch(part):
            return PathInfo((_owner_by_name(match["user"]),), file, read_time(match["time"]))
    return None


def _read_file_name(path: PurePosixPath, facts: Survey) -> PathInfo | None:
    """Read a file name that Moodle or Brightspace wrote, or return None."""
    file = path.name
    if len(path.parts) > 1 and -1 not in facts.depths:
        return None
    if match := MOODLE_NAME.fullmatch(file):
        rest = match["file"] or ""
        return _read_moodle(match, rest or file, file.removesuffix(rest))
    if (match := BRIGHTSPACE_NAME.fullmatch(file)) and match["file"]:
        return _read_brightspace(match, match["file"])
    return None


def _read_flat_name(
    path: PurePosixPath, units: Mapping[str, object], facts: Survey
) -> PathInfo | None:
    """Read a file name that Canvas or Blackboard wrote, or return None.

    These platforms put all files into one folder.
    """
    file = path.name
    blackboard, canvas = match_blackboard(file), match_canvas(file, units)
    if blackboard and canvas and not facts.flat_platform:
        return PathInfo((), file, problem=_AMBIGUOUS_PLATFORM)
    # The innermost folder comes first. The roster determines whether a folder names a student.
    folders_inside_out = student_folders(path, units)[::-1]
    if blackboard and not (canvas and facts.flat_platform == CANVAS):
        match, when = blackboard
        pieces = match["front"].split("_")  # parts of the course's name, then of the user name
        users = tuple("_".join(pieces[at:]) for at in range(len(pieces)))
        user = pieces[-1]
        owner = Owner(users, "", student_id(user), user, BLACKBOARD, folders_inside_out)
        return PathInfo((owner,), match["file"] or file, when)
    if len(canvas) > 1:
        return PathInfo((), file, problem=_AMBIGUOUS_NUMBER)
    return _read_canvas(file, canvas[0], folders_inside_out) if canvas else None


def _read_repository(repository: Repository, folder: str, file: str) -> PathInfo:
    if not repository.owner:
        problem = "its folder and its result.json name two students"
        return PathInfo((), file, upload_prefix=folder, problem=problem)
    owner = replace(_owner_by_name(repository.owner), key=folder)
    return PathInfo((owner,), file, repository.when)


def _read_canvas(file: str, match: re.Match[str], folders: tuple[str, ...]) -> PathInfo:
    name = file[: match.start()].removesuffix("_")
    anonymous = match["id"].startswith("anon_")
    name_in_upload, order = match["file"] or file, int(match["attempt"] or 0)
    if not (anonymous or _has_letter(name)):
        return PathInfo((), name_in_upload, problem=_NO_NAME)
    fallback = student_id(f"{name or 'anon'}_{match['id']}")
    owner = Owner((match["id"],), name, fallback, match["id"], CANVAS, folders)
    prefix = file.removesuffix(name_in_upload)
    return PathInfo((owner,), name_in_upload, None, bool(match["late"]), order, CANVAS, prefix)


def _has_letter(name: str) -> bool:
    """Return True if a name contains a letter. A number could be another student's id."""
    return any(map(str.isalpha, name))


def _read_student_folders(
    path: PurePosixPath, units: Mapping[str, object], facts: Survey
) -> PathInfo:
    folders = student_folders(path, units)
    name, folder_only = folders[-1] if folders else "", path.parts[-2:-1] == folders[-1:]
    # In a student's own folder, the student chose the file name, so only the folder counts.
    if not name or (facts.files_may_identify and path.parts[-4:-1][:1] != ("submitted",)):
        if who := name_prefix(path, units, not folders or folders in facts.shared_folders):
            name, folder_only = who, False
        elif not name and facts.zip_per_student:
            name = path.stem
    key = "/".join(dict.fromkeys((*folders, name)))
    owner = Owner(name=name, fallback=student_id(name), key=key, folders=folders[::-1])
    return PathInfo((owner,) if name else (), path.name, folder_only=folder_only)


def _owner_by_name(name: str) -> Owner:
    return Owner((name,), name, student_id(name), name)


def _read_moodle(match: re.Match[str], file: str, prefix: str) -> PathInfo:
    # Moodle's number identifies a student in one assignment. It differs in the next assignment.
    name, number = match["name"], match["number"]
    if name == _ANONYMOUS:  # all students have this name, so add the number, as the worksheet does
        name = f"{name} {number}"
    if not _has_letter(name):
        return PathInfo((), file, problem=_NO_NAME)
    numbers = (name,) if match["name"] == _ANONYMOUS else ()
    owner = Owner(numbers, name, student_id(name), number)
    return PathInfo((owner,), file, platform=MOODLE, upload_prefix=prefix)


def _read_brightspace(match: re.Match[str], file: str) -> PathInfo:
    """Read student and time from Brightspace's name, whose first number identifies the user.

    The time is read in this machine's time zone; an invalid time is ignored.
    """
    try:
        text = " ".join(match.group("day", "hour", "minute", "half"))
        when = datetime.strptime(text, "%b %d, %Y %I %M %p").astimezone(UTC)
    except (ValueError, OverflowError):
        when = None
    user, name = match["user"], match["name"]
    if not _has_letter(name):
        return PathInfo((), file, problem=_NO_NAME)
    return PathInfo((Owner((user,), name, student_id(name), user, BRIGHTSPACE),), file, when)


def _read_gradescope(entry: Any, file: str) -> PathInfo:
    entry = entry if isinstance(entry, Mapping) else {}
    people = entry.get(":submitters")
    owners = [_owner_of_submitter(person) for person in people or [] if isinstance(person, Mapping)]
    return PathInfo(tuple(owners), file, read_time(str(entry.get(":created_at"))))


def _owner_of_submitter(person: Mapping[str, Any]) -> Owner:
    fields = {key: str(person.get(f":{key}") or "") for key in ("sid", "email", "name")}
    numbers = tuple(filter(None, (fields["sid"], fields["email"])))
    identifier = fields["email"] or fields["sid"] or fields["name"]
    name = fields["name"] if _has_letter(fields["name"]) else ""
    return Owner(numbers, name, student_id(identifier), identifier)


def student_id(name: str) -> str:
    """Return a name with `_` for characters that a folder's name should not contain, or ""."""
    return re.sub(r"[^\w.@-]+", "_", normalize("NFC", name)).strip("._")
