"""Read the student, the time and the original file name from the paths in an archive.

Each platform has a file that reads its names. This file decides which platform wrote a name, and
reads the names of nbgrader's exchange, Google Drive, Google Classroom and people.
"""

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import PurePosixPath

from autograder.classroom.platforms.blackboard import BLACKBOARD, read_blackboard
from autograder.classroom.platforms.brightspace import read_brightspace
from autograder.classroom.platforms.canvas import CANVAS, match_canvas, read_canvas
from autograder.classroom.platforms.moodle import read_moodle
from autograder.classroom.platforms.path_info import PathInfo, owner_by_name, read_time, student_id
from autograder.classroom.roster import Owner

_EXCHANGE = re.compile(r"(?P<user>[^+]+)\+[^+]+\+(?P<time>\d{4}-\d\d-\d\d[ T][\d:.]+[^+]*)\+.*")
# Prefixes that Google, students or a copied file add to a unit's name.
STUDENT_PREFIX = r"(?:(?P<who>.+?)(?: - |[_-]))?(?:Copy of )*"
_DASH_PREFIX = re.compile(r"(?P<who>.+?) - .")
_COURSE_FOLDERS = ("submitted", "exercises", "solutions", ".ipynb_checkpoints")
Folders = tuple[str, ...]


@dataclass(frozen=True)
class Survey:
    """Facts about an archive. All except `listed` are derived from the names of its files."""

    flat_platform: str = ""  # Canvas or Blackboard, for names that fit both; "": undecided
    depths: Container[int] = range(-1, 99)  # depths of folders that the platform named; -1: files
    shared_folders: Container[Folders] = ()  # folders with files of several students
    # True if a prefix of a file name may name a student, because there is only one folder or every
    # folder has files of several students.
    files_may_identify: bool = True
    single_folder: bool = True  # all files are in one folder
    zip_per_student: bool = False  # all files are zips at the top level
    # Folders whose student the platform states in a file: Gradescope, Classroom 50
    listed: Mapping[str, PathInfo] = field(default_factory=dict)


def survey(names: Iterable[str], units: Mapping[str, object]) -> Survey:
    """Derive facts, except `listed`, from the names of all files of an archive."""
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    prefixes: dict[Folders, set[str]] = defaultdict(set)
    for path in paths:
        prefixes[_student_folders(path, units)] |= {_name_prefix(path, units)} - {""}
    shared_folders = {folder for folder, people in prefixes.items() if len(people) > 1}
    return Survey(
        flat_platform=_flat_platform(paths, units),
        depths=_depths(paths),
        shared_folders=shared_folders,
        files_may_identify=len(prefixes) == 1 or len(prefixes) == len(shared_folders),
        single_folder=len({path.parent for path in paths}) == 1,
        zip_per_student=all(
            len(path.parts) == 1 and path.suffix.lower() == ".zip" for path in paths
        ),
    )


def _flat_platform(paths: list[PurePosixPath], units: Mapping[str, object]) -> str:
    """Return the platform of the file names that fit both Canvas and Blackboard, or "".

    It is Canvas if some file does not fit Blackboard, and Blackboard if some file fits only
    Blackboard. If there are both kinds of files, return "". If all files fit both platforms, it is
    Blackboard if two names have the same numbers where Canvas writes the user and the upload,
    because Canvas never gives two files the same numbers.
    """
    fits = [(read_blackboard(path.name), match_canvas(path.name, units)) for path in paths]
    excludes_blackboard = any(not blackboard for blackboard, _ in fits)
    excludes_canvas = any(blackboard and not canvas for blackboard, canvas in fits)
    if excludes_blackboard or excludes_canvas:
        return ("" if excludes_canvas else CANVAS) if excludes_blackboard else BLACKBOARD
    numbers = {(canvas[0]["id"], canvas[0]["attempt"]) for _, canvas in fits if canvas}
    return BLACKBOARD if len(numbers) < len(fits) else ""


def _depths(paths: list[PurePosixPath]) -> set[int]:
    """Return the depths at which the platform named all folders, and -1 if it named all files.

    Only notebooks and zips are considered and, for the folders, only those that are in a folder. In
    an archive of Moodle, Brightspace or nbgrader's exchange, the platform named a folder or the
    file of each hand-in. If only some hand-ins have such a name, a student may have chosen it.
    """
    parts = [path.parts for path in paths if path.suffix.lower() in (".ipynb", ".zip")]
    nested = [part for part in parts if len(part) > 1]
    depths = set(range(min(map(len, nested), default=9) - 1))
    depths = {
        depth
        for depth in depths
        if all(_read_platform_name(part[depth], part[-1]) for part in nested)
    }
    return depths | ({-1} if all(_read_platform_name(part[-1]) for part in parts) else set())


_NO_FACTS = Survey()


def read_path(name: str, units: Mapping[str, object], facts: Survey = _NO_FACTS) -> PathInfo:
    """Read student, time and file name from a path, with the first pattern that fits.

    If no pattern fits, the folders and the prefix of the file name may name the student. `facts` is
    the result of `survey` for the whole archive.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    if info := _read_platform_path(path, facts):
        return info
    folders = path.parts[:-1]
    in_unit_folder = len(folders) >= 2 and folders[-1] in units
    if in_unit_folder or (folders and not facts.single_folder):
        return _read_student_folders(path, units, facts)  # Canvas and Blackboard create no folders
    return _read_flat_name(path, units, facts) or _read_student_folders(path, units, facts)


def _read_platform_path(path: PurePosixPath, facts: Survey) -> PathInfo | None:
    """Read a path in which a platform named a folder or, outside such folders, the file."""
    folders, file = path.parts[:-1], path.name
    for folder in ("/".join(folders[:2]), *folders[:1]):
        if info := facts.listed.get(folder):
            return replace(info, file=file)
    for depth, part in enumerate(folders):  # outermost first: a student may imitate a platform
        if depth in facts.depths and (info := _read_platform_name(part, file)):
            return info
    return _read_platform_name(file) if not folders or -1 in facts.depths else None


def _read_flat_name(
    path: PurePosixPath, units: Mapping[str, object], facts: Survey
) -> PathInfo | None:
    """Read a file name that Canvas or Blackboard wrote, or return None.

    These platforms put all files into one folder.
    """
    # The innermost folder comes first. The roster determines whether a folder names a student.
    file, folders_inside_out = path.name, _student_folders(path, units)[::-1]
    blackboard, canvas = read_blackboard(file, folders_inside_out), match_canvas(file, units)
    if blackboard and canvas and not facts.flat_platform:
        problem = f"{CANVAS} and {BLACKBOARD} both name files in this way"
        return PathInfo((), file, problem=problem)
    if blackboard and not (canvas and facts.flat_platform == CANVAS):
        return blackboard
    return read_canvas(file, canvas, folders_inside_out) if canvas else None


def _read_student_folders(
    path: PurePosixPath, units: Mapping[str, object], facts: Survey
) -> PathInfo:
    folders = _student_folders(path, units)
    name, folder_only = folders[-1] if folders else "", path.parts[-2:-1] == folders[-1:]
    # In a student's own folder, the student chose the file name, so only the folder counts.
    if not name or (facts.files_may_identify and path.parts[-4:-1][:1] != ("submitted",)):
        if who := _name_prefix(path, units, not folders or folders in facts.shared_folders):
            name, folder_only = who, False
        elif not name and facts.zip_per_student:
            name = path.stem
    key = "/".join(dict.fromkeys((*folders, name)))
    owner = Owner(name=name, fallback=student_id(name), key=key, folders=folders[::-1])
    return PathInfo((owner,) if name else (), path.name, folder_only=folder_only)


def _read_platform_name(part: str, file: str = "") -> PathInfo | None:
    """Read a name that Moodle, Brightspace or nbgrader's exchange gives a hand-in, or return None.

    It is the name of a file or, with `file`, of a folder around this file.
    """
    if info := read_moodle(part, file) or read_brightspace(part, file):
        return info
    match = _EXCHANGE.fullmatch(part) if file else None
    return match and PathInfo((owner_by_name(match["user"]),), file, read_time(match["time"]))


def _student_folders(path: PurePosixPath, units: Mapping[str, object]) -> Folders:
    """Return the folders around a file, outermost first, except those of the course or a unit."""
    return tuple(part for part in path.parts[:-1] if part not in (*_COURSE_FOLDERS, *units))


def _name_prefix(path: PurePosixPath, units: Mapping[str, object], is_shared: bool = True) -> str:
    """Return the text before a unit's name or, if `is_shared`, before ` - `; or "".

    `is_shared` means that the folder has files of several students. In a student's own folder, a
    name such as `notes - final.ipynb` does not name a student.
    """
    for unit in units:
        if match := re.fullmatch(rf"{STUDENT_PREFIX}{re.escape(unit)}.*", path.stem, re.IGNORECASE):
            return match["who"] or ""
    match = _DASH_PREFIX.match(path.name) if is_shared else None
    return match["who"] if match else ""
