"""Read student, time and original file name from the paths in a learning platform's archive.

The patterns follow the source code of Canvas (`lib/content_zipper.rb`, and for returned files
`infer_comment_context_from_filename`) and of Moodle (`mod/assign/locallib.php` and
`mod/assign/feedback/file/importziplib.php`). Gradescope's export contains a list of the students,
`submission_metadata.yml`. The patterns for nbgrader fit the names in its exchange and its folders.
The module `repositories.py` reads repositories of Classroom 50. The patterns for Blackboard,
Brightspace, Google Drive and Google Classroom follow descriptions by third parties.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from autograder.classroom.platforms.platform_names import BLACKBOARD, BRIGHTSPACE, CANVAS, MOODLE
from autograder.classroom.roster import Owner

METADATA = "submission_metadata.yml"
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?")
_CANVAS = re.compile(  # the part of a file name after the student's name
    r"(?P<late>LATE_)?(?P<id>\d+|anon_[^_]+)_"
    r"(?:(?P<attempt>\d{1,20})_(?P<file>.+)|(?:text|link)\.html)"  # typed text has no attempt
)
# Blackboard writes the first time in a name. The student chose the text after this time, which may
# contain another time.
_BLACKBOARD = re.compile(
    r"(?P<front>.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?", re.ASCII
)
_EXCHANGE = re.compile(r"(?P<user>[^+]+)\+[^+]+\+(?P<time>\d{4}-\d\d-\d\d[ T][\d:.]+[^+]*)\+.*")
# Brightspace uses this text as the name of an attempt's folder or as a prefix of the file name.
_BRIGHTSPACE = re.compile(
    r"(?P<user>\d+)-\d+ - (?P<name>.+?) ?- "
    r"(?P<day>[A-Z][a-z]{2} \d\d?, \d{4}) (?P<hour>\d\d?)(?P<minute>\d\d) (?P<half>[AP]M)"
    r"(?: - (?P<file>.+))?",
    re.ASCII,
)
# Prefixes that Google, students or a copied file add to a unit's name.
WHO = r"(?:(?P<who>.+?)(?: - |[_-]))?(?:Copy of )*"
_DASH_PREFIX = re.compile(r"(?P<who>.+?) - .")
_ZONE = re.compile(r" ([-+Z])")
_GRADESCOPE = re.compile(r"submission_\d+")
_AMBIGUOUS_PLATFORM = f"{CANVAS} and {BLACKBOARD} both name files in this way"
_NO_NAME = "the student's name on the platform contains no letter"
_AMBIGUOUS_NUMBER = "its name contains several numbers, and each may be the student's"
_ANONYMOUS = "Participant"  # the student's name in Moodle's anonymous assignments
Folders = tuple[str, ...]
_COURSE_FOLDERS = ("submitted", "exercises", "solutions", ".ipynb_checkpoints")


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


@dataclass(frozen=True)
class Repository:
    """A clone of one student's repository."""

    owner: str  # "" if the folder and the result.json in it name different students
    when: datetime | None


@dataclass(frozen=True)
class Survey:
    """Facts about an archive, derived from the names of all its files."""

    flat_platform: str = ""  # Canvas or Blackboard, for names that fit both; "": undecided
    depths: Container[int] = range(-1, 99)  # depths of folders that the platform named; -1: files
    shared_folders: Container[Folders] = ()  # folders with files of several students
    files_may_identify: bool = True  # True if a prefix of a file name may name a student
    single_folder: bool = True  # all files are in one folder
    zip_per_student: bool = False  # all files are zips at the top level
    repositories: Mapping[str, Repository] = field(default_factory=dict)  # by folder name


def survey(names: Iterable[str], units: Mapping[str, object]) -> Survey:
    """Derive facts, except `repositories`, from the names of all files of an archive."""
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    zips = all(len(path.parts) == 1 and path.suffix.lower() == ".zip" for path in paths)
    single_folder = len({path.parent for path in paths}) == 1
    prefixes: dict[Folders, set[str]] = defaultdict(set)
    for path in paths:
        prefixes[_student_folders(path, units)] |= {_prefix(path, units)} - {""}
    shared = {folder for folder, people in prefixes.items() if len(people) > 1}
    named = len(prefixes) == 1 or len(prefixes) == len(shared)
    return Survey(_flat_platform(paths, units), _depths(paths), shared, named, single_folder, zips)


def _flat_platform(paths: list[PurePosixPath], units: Mapping[str, object]) -> str:
    """Return the platform of the file names that fit both Canvas and Blackboard, or "".

    It is Canvas if some file does not fit Blackboard, and Blackboard if some file fits only
    Blackboard. If there are both kinds of files, return "". If all files fit both platforms, equal
    numbers mean Blackboard, because Canvas never gives two files the same numbers.
    """
    fits = [(_blackboard(path.name), _canvas(path.name, units)) for path in paths]
    other = any(not blackboard for blackboard, _ in fits)
    own = any(blackboard and not canvas for blackboard, canvas in fits)
    if other or own:
        return ("" if own else CANVAS) if other else BLACKBOARD
    numbers = {(canvas[0]["id"], canvas[0]["attempt"]) for _, canvas in fits if canvas}
    return BLACKBOARD if len(numbers) < len(fits) else ""


def _depths(paths: list[PurePosixPath]) -> set[int]:
    """Return the depths of folders that the platform named, and -1 if it also named the files.

    Only the paths of notebooks and zips are considered. In an archive of Moodle, Brightspace or
    nbgrader's exchange, each hand-in has a folder that the platform named. If only some hand-ins
    have such a folder, a student may have created it.
    """
    parts = [path.parts for path in paths if path.suffix.lower() in (".ipynb", ".zip")]
    inside = [part for part in parts if len(part) > 1]
    depths = set(range(min(map(len, inside), default=9) - 1))
    depths = {at for at in depths if all(_is_platform_name(part[at]) for part in inside)}
    return depths | ({-1} if all(_is_platform_name(part[-1]) for part in parts) else set())


def _is_platform_name(part: str) -> bool:
    return any(named.fullmatch(part) for named in (_MOODLE, _EXCHANGE, _BRIGHTSPACE))


def read_path(
    name: str,
    metadata: Mapping[str, Any],
    units: Mapping[str, object],
    facts: Survey = Survey(),
) -> PathInfo:
    """Read student, time and file name from a path, with the first pattern that fits.

    If no pattern fits, the folders and the prefix of the file name may name the student. `metadata`
    is Gradescope's list of submitters, and `facts` the result of `survey` for the whole archive.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    folders, file = path.parts[:-1], path.name
    own = not folders or -1 in facts.depths
    for folder in ("/".join(folders[:2]), *folders[:1]):
        if repository := facts.repositories.get(folder):
            return _repository(repository, folder, file)
    for at, part in enumerate(folders):  # outermost first: a student may imitate a platform's name
        if _GRADESCOPE.fullmatch(part) and part in metadata:
            return _gradescope(metadata[part], file)
        if at not in facts.depths:
            continue
        if match := _MOODLE.fullmatch(part):
            return _moodle(match, file, f"{part}/")
        if (match := _BRIGHTSPACE.fullmatch(part)) and not match["file"]:
            return _brightspace(match, file)
        if match := _EXCHANGE.fullmatch(part):
            return PathInfo((_owner_by_name(match["user"]),), file, read_time(match["time"]))
    if own and (match := _MOODLE.fullmatch(file)):
        rest = match["file"] or ""
        return _moodle(match, rest or file, file.removesuffix(rest))
    if own and (match := _BRIGHTSPACE.fullmatch(file)) and match["file"]:
        return _brightspace(match, match["file"])
    if len(path.parts) >= 3 and path.parts[-2] in units:
        return _by_folders(path, units, facts)
    if folders and not facts.single_folder:  # Canvas and Blackboard create no folders
        return _by_folders(path, units, facts)
    blackboard, canvas = _blackboard(file), _canvas(file, units)
    if blackboard and canvas and not facts.flat_platform:
        return PathInfo((), file, problem=_AMBIGUOUS_PLATFORM)
    # The innermost folder comes first. The roster determines whether a folder names a student.
    folders_inside_out = _student_folders(path, units)[::-1]
    if blackboard and not (canvas and facts.flat_platform == CANVAS):
        match, when = blackboard
        pieces = match["front"].split("_")  # parts of the course's name, then of the user name
        users = tuple("_".join(pieces[at:]) for at in range(len(pieces)))
        user = pieces[-1]
        owner = Owner(users, "", student_id(user), user, BLACKBOARD, folders_inside_out)
        return PathInfo((owner,), match["file"] or file, when)
    if len(canvas) > 1:
        return PathInfo((), file, problem=_AMBIGUOUS_NUMBER)
    if canvas:
        return _canvas_hand_in(file, canvas[0], folders_inside_out)
    return _by_folders(path, units, facts)


def _repository(repository: Repository, folder: str, file: str) -> PathInfo:
    if not repository.owner:
        problem = "its folder and its result.json name two students"
        return PathInfo((), file, upload_prefix=folder, problem=problem)
    owner = replace(_owner_by_name(repository.owner), key=folder)
    return PathInfo((owner,), file, repository.when)


def _blackboard(file: str) -> tuple[re.Match[str], datetime] | None:
    match = _BLACKBOARD.fullmatch(file)
    when = match and read_time("{}-{}-{}T{}:{}:{}".format(*match["time"].split("-")), None)
    return (match, when) if match and when else None


def _canvas(file: str, units: Mapping[str, object]) -> list[re.Match[str]]:
    """Return all ways to read a file name as Canvas's `name_user_upload_file`.

    The user's number is ambiguous if the student's name ends with a number or the original file
    name begins with a number. A name such as `Lastname_123_05_matmul_cost.ipynb` is not from
    Canvas: its second number belongs to the name of the unit.
    """
    starts = [0, *(match.end() for match in re.finditer("_", file))]
    starts = [at for at in starts if not file[:at].endswith(("LATE_", "anon_"))]
    matches = [match for at in starts if (match := _CANVAS.fullmatch(file, at))]
    rests = [f"{match['attempt']}_{match['file']}".casefold() for match in matches]
    fronts = tuple(unit.casefold() for unit in units)
    return [
        match for match, rest in zip(matches, rests, strict=True) if not rest.startswith(fronts)
    ]


def _canvas_hand_in(file: str, match: re.Match[str], folders: tuple[str, ...]) -> PathInfo:
    name = file[: match.start()].removesuffix("_")
    anonymous = match["id"].startswith("anon_")
    name_in_upload, order = match["file"] or file, int(match["attempt"] or 0)
    if not (anonymous or _has_letter(name)):
        return PathInfo((), name_in_upload, problem=_NO_NAME)
    fallback = student_id(f"{name or 'anon'}_{match['id']}")
    owner = Owner((match["id"],), name, fallback, match["id"], CANVAS, folders)
    front = file.removesuffix(name_in_upload)
    return PathInfo((owner,), name_in_upload, None, bool(match["late"]), order, CANVAS, front)


def _has_letter(name: str) -> bool:
    """Return True if a name contains a letter. A number could be another student's id."""
    return any(map(str.isalpha, name))


def _student_folders(path: PurePosixPath, units: Mapping[str, object]) -> Folders:
    """Return the folders around a file, outermost first, except those of the course or a unit."""
    return tuple(part for part in path.parts[:-1] if part not in (*_COURSE_FOLDERS, *units))


def _by_folders(path: PurePosixPath, units: Mapping[str, object], facts: Survey) -> PathInfo:
    folders = _student_folders(path, units)
    name, folder_only = folders[-1] if folders else "", path.parts[-2:-1] == folders[-1:]
    # In a student's own folder, the student chose the file name, so only the folder counts.
    if not name or (facts.files_may_identify and path.parts[-4:-1][:1] != ("submitted",)):
        if who := _prefix(path, units, not folders or folders in facts.shared_folders):
            name, folder_only = who, False
        elif not name and facts.zip_per_student:
            name = path.stem
    key = "/".join(dict.fromkeys((*folders, name)))
    owner = Owner(name=name, fallback=student_id(name), key=key, folders=folders[::-1])
    return PathInfo((owner,) if name else (), path.name, folder_only=folder_only)


def _prefix(path: PurePosixPath, units: Mapping[str, object], several: bool = True) -> str:
    """Return the text before a unit's name or, if `several`, before ` - `; or "".

    `several` means that the folder has files of several students. In a student's own folder, a name
    such as `notes - final.ipynb` does not name a student.
    """
    for unit in units:
        if match := re.fullmatch(rf"{WHO}{re.escape(unit)}.*", path.stem, re.IGNORECASE):
            return match["who"] or ""
    match = _DASH_PREFIX.match(path.name) if several else None
    return match["who"] if match else ""


def _owner_by_name(name: str) -> Owner:
    return Owner((name,), name, student_id(name), name)


def _moodle(match: re.Match[str], file: str, prefix: str) -> PathInfo:
    # Moodle's number identifies a student in one assignment. It differs in the next assignment.
    name, number = match["name"], match["number"]
    if name == _ANONYMOUS:  # all students have this name, so add the number, as the worksheet does
        name = f"{name} {number}"
    if not _has_letter(name):
        return PathInfo((), file, problem=_NO_NAME)
    numbers = (name,) if match["name"] == _ANONYMOUS else ()
    owner = Owner(numbers, name, student_id(name), number)
    return PathInfo((owner,), file, platform=MOODLE, upload_prefix=prefix)


def _brightspace(match: re.Match[str], file: str) -> PathInfo:
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


def _gradescope(entry: Any, file: str) -> PathInfo:
    entry = entry if isinstance(entry, Mapping) else {}
    people = entry.get(":submitters")
    owners = [_submitter(person) for person in people or [] if isinstance(person, Mapping)]
    return PathInfo(tuple(owners), file, read_time(str(entry.get(":created_at"))))


def _submitter(person: Mapping[str, Any]) -> Owner:
    fields = {key: str(person.get(f":{key}") or "") for key in ("sid", "email", "name")}
    numbers = tuple(filter(None, (fields["sid"], fields["email"])))
    identifier = fields["email"] or fields["sid"] or fields["name"]
    name = fields["name"] if _has_letter(fields["name"]) else ""
    return Owner(numbers, name, student_id(identifier), identifier)


def read_time(text: str, zone: tzinfo | None = UTC) -> datetime | None:
    """Parse a time in ISO format. Return None if the text is not a time.

    `zone` applies to a text without a zone; None means this machine's zone.
    """
    try:
        time = datetime.fromisoformat(_ZONE.sub(r"\1", text.strip().replace(" UTC", "Z")))
        return (time if time.tzinfo else time.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):  # years 1 and 9999 overflow in some zones
        return None


def student_id(name: str) -> str:
    """Replace characters that a folder's name should not contain by `_`. The result may be ""."""
    return re.sub(r"[^\w.@-]+", "_", normalize("NFC", name)).strip("._")
