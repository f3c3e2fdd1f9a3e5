"""Derive facts about an archive from the names of all its files.

The facts about repositories also depend on result.json and the last commit (`repositories.py`).
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath

from autograder.classroom.platforms.path_patterns import (
    Folders,
    is_platform_name,
    match_blackboard,
    match_canvas,
    name_prefix,
    student_folders,
)
from autograder.classroom.platforms.platform_names import BLACKBOARD, CANVAS


@dataclass(frozen=True)
class Repository:
    """A clone of one student's repository."""

    owner: str  # "" if the folder and the result.json in it name different students
    when: datetime | None


@dataclass(frozen=True)
class Survey:
    """Facts about an archive. All except `repositories` are derived from the names of its files."""

    flat_platform: str = ""  # Canvas or Blackboard, for names that fit both; "": undecided
    depths: Container[int] = range(-1, 99)  # depths of folders that the platform named; -1: files
    shared_folders: Container[Folders] = ()  # folders with files of several students
    # True if a prefix of a file name may name a student, because there is only one folder or every
    # folder has files of several students.
    files_may_identify: bool = True
    single_folder: bool = True  # all files are in one folder
    zip_per_student: bool = False  # all files are zips at the top level
    repositories: Mapping[str, Repository] = field(default_factory=dict)  # by folder name


def survey(names: Iterable[str], units: Mapping[str, object]) -> Survey:
    """Derive facts, except `repositories`, from the names of all files of an archive."""
    paths = [PurePosixPath(name.replace("\\", "/")) for name in names]
    prefixes: dict[Folders, set[str]] = defaultdict(set)
    for path in paths:
        prefixes[student_folders(path, units)] |= {name_prefix(path, units)} - {""}
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
    fits = [(match_blackboard(path.name), match_canvas(path.name, units)) for path in paths]
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
    depths = {depth for depth in depths if all(is_platform_name(part[depth]) for part in nested)}
    return depths | ({-1} if all(is_platform_name(part[-1]) for part in parts) else set())
