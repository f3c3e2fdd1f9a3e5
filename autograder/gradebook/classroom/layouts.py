"""How learning platforms name what they pack: whose it is, when it came, and what it is called.

Canvas: `lib/content_zipper.rb`, and `infer_comment_context_from_filename` for what comes back.
Moodle: `mod/assign/locallib.php`, and `mod/assign/feedback/file/importziplib.php`.
Gradescope: its export's `submission_metadata.yml`. nbgrader: its exchange and its folders.
GitHub Classroom: its command that clones a class. Blackboard, Brightspace, Google's Drive and
Classroom: as others say.
"""

import re
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, tzinfo
from pathlib import PurePosixPath
from typing import Any
from unicodedata import normalize

from autograder.gradebook.rows.roster import Owner

METADATA = "submission_metadata.yml"
MOODLE, CANVAS, BLACKBOARD = "Moodle", "Canvas", "Blackboard"
BRIGHTSPACE = "Brightspace"
_MOODLE = re.compile(r"(?P<name>.+?)_(?P<number>\d+)_assignsubmission_[a-z]+(?:_(?P<file>.*))?")
_CANVAS = re.compile(
    r"(?:(?P<name>.+?)_)??(?P<late>LATE_)?(?P<id>\d+|anon_\w+?)_"
    r"(?:(?P<attempt>\d{1,20})_(?P<file>.+)|(?:text|link)\.html)"  # what was typed has no number
)
# The first time is the platform's: what follows is the student's own, who may write another.
_BLACKBOARD = re.compile(
    r"(?P<front>.+?)_attempt_(?P<time>\d{4}(?:-\d\d){5})(?:_(?P<file>.+)|\.txt)?", re.ASCII
)
_EXCHANGE = re.compile(r"(?P<user>[^+]+)\+[^+]+\+(?P<time>\d{4}-\d\d-\d\d[ T][\d:.]+[^+]*)\+.*")
# A folder for each attempt, or that name before the file's.
_BRIGHTSPACE = re.compile(
    r"(?P<user>\d+)-\d+ - (?P<name>.+?) ?- "
    r"(?P<day>[A-Z][a-z]{2} \d\d?, \d{4}) (?P<hour>\d\d?)(?P<minute>\d\d) (?P<half>[AP]M)"
    r"(?: - (?P<file>.+))?",
    re.ASCII,
)
_ASSIGNMENT = "-submissions"  # of GitHub Classroom: around a folder for each student
# What Google and students put before a unit's name, and what copying does.
WHO = r"(?:(?P<who>.+?)(?: - |[_-]))?(?:Copy of )*"
_ZONE = re.compile(r" ([-+Z])")
_GRADESCOPE = re.compile(r"submission_\d+")
AS_BOTH = f"{CANVAS} and {BLACKBOARD}"
_BLIND = "Participant"  # of Moodle, where it hides who handed in
_OURS = ("submitted", "exercises", "solutions", ".ipynb_checkpoints")


@dataclass(frozen=True)
class Found:
    """What a path says."""

    owners: tuple[Owner, ...]  # several where a group handed in
    file: str  # the name that the student gave it
    when: datetime | None = None
    late: bool = False  # the platform says so, and not when
    order: int = 0  # of a student's attempts, where the platform numbers them
    platform: str = ""  # one that takes an archive back
    front: str = ""  # by what stands before the file's name it knows whose a file in that is
    loose: bool = False  # nothing but the folder around it says whose it is


def told_apart(names: Iterable[str], units: Mapping[str, object]) -> str:
    """Canvas or Blackboard, where a file's name fits both; nothing where the others do not say.

    A file in Canvas's archive is called as its author likes behind Canvas's own numbers, a file in
    Blackboard's has the course's name in front. Canvas never gives two files the same numbers.
    """
    files = [PurePosixPath(name.replace("\\", "/")).name for name in names]
    fits = [(_blackboard(file), _canvas(file, units)) for file in files]
    other = any(not blackboard for blackboard, _ in fits)
    own = any(blackboard and not canvas for blackboard, canvas in fits)
    if other or own:
        return ("" if own else CANVAS) if other else BLACKBOARD
    numbers = {(canvas["id"], canvas["attempt"]) for _, canvas in fits if canvas}
    return BLACKBOARD if len(numbers) < len(fits) else ""


def platforms(names: Iterable[str]) -> set[int]:
    """How deep the folders of Moodle, Brightspace or the exchange lie, -1 for their files' names.

    In an archive of theirs each hand-in has one; in another a student made it, in somebody's name.
    """
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    parts = [path.parts for path in paths if path.suffix.lower() in (".ipynb", ".zip")]
    inside = [part for part in parts if len(part) > 1]
    found = set(range(min(map(len, inside), default=9) - 1))
    found = {at for at in found if all(_platform(part[at]) for part in inside)}
    return found | ({-1} if all(_platform(part[-1]) for part in parts) else set())


def _platform(part: str) -> bool:
    return any(named.fullmatch(part) for named in (_MOODLE, _EXCHANGE, _BRIGHTSPACE))


def read_path(
    name: str,
    metadata: Mapping[str, Any],
    units: Mapping[str, object],
    either: str = "",
    deep: Container[int] = range(-1, 99),
) -> Found:
    """By the first layout that fits; else the folder's name, or what stands before the unit's.

    Where a name fits Canvas and Blackboard alike, `either` says which of the two (`told_apart`);
    `deep` says where a platform's folder may be (`platforms`).
    """
    path = PurePosixPath(name.replace("\\", "/"))
    folders, file = path.parts[:-1], path.name
    own = not folders or -1 in deep
    if user := _classroom(*folders[:2]):
        return Found((_named(user),), file)
    for at, part in enumerate(folders):  # the platform's own is around those that a student made
        if _GRADESCOPE.fullmatch(part) and part in metadata:
            return _gradescope(metadata[part], file)
        if at not in deep:
            continue
        if match := _MOODLE.fullmatch(part):
            return _moodle(match, file, f"{part}/")
        if (match := _BRIGHTSPACE.fullmatch(part)) and not match["file"]:
            return _brightspace(match, file)
        if match := _EXCHANGE.fullmatch(part):
            return Found((_named(match["user"]),), file, _time(match["time"]))
    if own and (match := _MOODLE.fullmatch(file)):
        theirs = match["file"] or ""
        return _moodle(match, theirs or file, file.removesuffix(theirs))
    if own and (match := _BRIGHTSPACE.fullmatch(file)) and match["file"]:
        return _brightspace(match, match["file"])
    if len(path.parts) >= 3 and path.parts[-2] in units:
        return _plain(path, units)
    blackboard, canvas = _blackboard(file), _canvas(file, units)
    if blackboard and canvas and not either:
        return Found((), file, platform=AS_BOTH)
    around = tuple(reversed(_theirs(path, units)))  # a student's own folder, if a roster says so
    if blackboard and not (canvas and either == CANVAS):
        match, when = blackboard
        pieces = match["front"].split("_")  # of a course, then of a user: either may have several
        users = ("_".join(pieces[at:]) for at in range(len(pieces)))
        owner = replace(_named(pieces[-1]), numbers=(*around, *users))
        return Found((owner,), match["file"] or file, when)
    if match := canvas:
        fallback = student_id(f"{match['name'] or 'anon'}_{match['id']}")
        numbers = (*around, match["id"])
        owner = Owner(numbers, match["name"] or "", fallback, match["id"], CANVAS)
        theirs, order = match["file"] or file, int(match["attempt"] or 0)
        front = file.removesuffix(theirs)
        return Found((owner,), theirs, None, bool(match["late"]), order, CANVAS, front)
    return _plain(path, units)


def _classroom(around: str = "", inner: str = "") -> str:
    """Whose a repository is; around it stands the assignment, in a folder that no student made."""
    front = around.removesuffix(_ASSIGNMENT) + "-"
    return (
        inner.removeprefix(front)
        if around.endswith(_ASSIGNMENT) and inner.startswith(front)
        else ""
    )


def _blackboard(file: str) -> tuple[re.Match[str], datetime] | None:
    match = _BLACKBOARD.fullmatch(file)
    when = match and _time("{}-{}-{}T{}:{}:{}".format(*match["time"].split("-")), None)
    return (match, when) if match and when else None


def _canvas(file: str, units: Mapping[str, object]) -> re.Match[str] | None:
    """Not `Lastname_123_05_matmul_cost.ipynb`, where the second number is the unit's own."""
    match = _CANVAS.fullmatch(file)
    rest = f"{match['attempt']}_{match['file']}".casefold() if match else ""
    return None if any(rest.startswith(unit.casefold()) for unit in units) else match


def _theirs(path: PurePosixPath, units: Mapping[str, object]) -> list[str]:
    """The folders around a file that are no course's own."""
    return [part for part in path.parts[:-1] if part not in (*_OURS, *units)]


def _plain(path: PurePosixPath, units: Mapping[str, object]) -> Found:
    theirs = _theirs(path, units)
    name, loose = theirs[-1] if theirs else "", path.parts[-2:-1] == tuple(theirs[-1:])
    # A file's name may be its author's own, who must not hand in for somebody else.
    if path.parts[-4:-1][:1] != ("submitted",) or not name:
        for unit in units:
            match = re.fullmatch(rf"{WHO}{re.escape(unit)}.*", path.stem, re.IGNORECASE)
            if match and match["who"]:
                name, loose = match["who"], False
    # Any of the folders may be the student's: a roster says which. Two of a name stay two.
    numbers, mark = (*reversed(theirs), name), "/".join(dict.fromkeys((*theirs, name)))
    owners = (Owner(numbers, name, student_id(name), mark),) if name else ()
    return Found(owners, path.name, loose=loose)


def _named(name: str) -> Owner:
    return Owner((name,), name, student_id(name), name)


def _moodle(match: re.Match[str], file: str, front: str) -> Found:
    # The number is the assignment's own for a student: another one in the next assignment.
    name, number = match["name"], match["number"]
    if name == _BLIND:  # then it is all that tells them apart, and the worksheet has it too
        name = f"{name} {number}"
    numbers = (name,) if match["name"] == _BLIND else ()
    owner = Owner(numbers, name, student_id(name), number)
    return Found((owner,), file, platform=MOODLE, front=front)


def _brightspace(match: re.Match[str], file: str) -> Found:
    """Its first number is the user's; the second is new for each assignment."""
    try:
        said = " ".join(match.group("day", "hour", "minute", "half"))
        when = datetime.strptime(said, "%b %d, %Y %I %M %p").astimezone(UTC)
    except (ValueError, OverflowError):
        when = None
    user, name = match["user"], match["name"]
    return Found((Owner((user,), name, student_id(name), user, BRIGHTSPACE),), file, when)


def _gradescope(entry: Any, file: str) -> Found:
    entry = entry if isinstance(entry, Mapping) else {}
    people = entry.get(":submitters")
    owners = [_submitter(person) for person in people or [] if isinstance(person, Mapping)]
    return Found(tuple(owners), file, _time(str(entry.get(":created_at"))))


def _submitter(person: Mapping[str, Any]) -> Owner:
    said = {key: str(person.get(f":{key}") or "") for key in ("sid", "email", "name")}
    numbers = tuple(filter(None, (said["sid"], said["email"])))
    sure = said["email"] or said["sid"] or said["name"]
    return Owner(numbers, said["name"], student_id(sure), sure)


def _time(text: str, zone: tzinfo | None = UTC) -> datetime | None:
    """Nothing where it is none; one without a zone is of this machine's where that is None."""
    try:
        found = datetime.fromisoformat(_ZONE.sub(r"\1", text.strip().replace(" UTC", "Z")))
        return (found if found.tzinfo else found.replace(tzinfo=zone)).astimezone(UTC)
    except (ValueError, OverflowError):  # the first and the last year have no time everywhere
        return None


def student_id(name: str) -> str:
    """As a folder may be called."""
    return re.sub(r"[^\w.@-]+", "_", normalize("NFC", name)).strip("._")
