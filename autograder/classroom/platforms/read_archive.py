"""Read the hand-ins of one archive, and report its other files."""

import re
from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath

from autograder.classroom.platforms.archive import Archive
from autograder.classroom.platforms.classroom_50 import CLASSROOM_50_FILES, read_repositories
from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.platforms.detect import STUDENT_PREFIX, read_path, survey
from autograder.classroom.platforms.gradescope import METADATA, read_submissions
from autograder.classroom.platforms.hand_in import HandIn, UnitHandIn
from autograder.classroom.platforms.moodle import MOODLE, WorksheetEntry
from autograder.classroom.platforms.path_info import PathInfo
from autograder.classroom.platforms.skip_reasons import EDITOR_COPY
from autograder.classroom.platforms.unmatched_files import UnmatchedFiles
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.dates import TIMESTAMP
from autograder.runner import Unreadable, identify, parse_notebook

# Browsers and platforms append a number to a file name that exists already.
_COPY_SUFFIX = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"


def read_archive(
    course: Course,
    archive: Archive,
    roster: Roster,
    report: CollectReport,
    sheet: Mapping[str, WorksheetEntry],
) -> list[UnitHandIn]:
    """Return a hand-in for each notebook of a unit and each of its owners.

    All other files are added to `report`, except those of the platform and of editors.
    """
    submissions, clones = read_submissions(archive, roster), read_repositories(archive)
    facts = replace(survey(archive.names, course.units), listed=submissions | clones)
    platform_files = _platform_files(archive.top_folder, submissions, clones)
    hand_ins: list[UnitHandIn] = []
    unmatched = UnmatchedFiles()
    for entry in archive.entries():
        path = read_path(entry.name, course.units, facts)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        if not entry.inner and PurePosixPath(entry.name.replace("\\", "/")) in platform_files:
            continue
        unit = "" if entry.skip_reason else _find_unit(course, file, entry.data)
        if not unit:
            report.other_files += _describe_other_file(name, file, entry.skip_reason)
            unmatched.add_other(name, file, entry.skip_reason, path)
            continue
        if not path.owners:
            unmatched.add_notebook(name, path, unit)
        file_data = name, digest(entry.data), entry.read
        owners = [_with_worksheet(owner, path, sheet) for owner in path.owners]
        hand_ins += [(unit, HandIn(*file_data, *one)) for one in owners]
    report.actions += unmatched.messages({hand_in.owner.key for _, hand_in in hand_ins})
    return hand_ins


def _describe_other_file(name: str, file: str, skip_reason: str) -> list[str]:
    """Return at most one line, about a file that is no notebook of a unit.

    Return none for the copy of an editor and for a timestamp.txt.
    """
    if skip_reason:
        return [] if skip_reason == EDITOR_COPY else [f"which {skip_reason}: {name}"]
    if file.lower().endswith(".ipynb"):
        return [f"not named after a unit: {name}"]
    return [] if file == TIMESTAMP else [f"no notebook: {name}"]


def _platform_files(
    top_folder: str, submissions: Collection[str], clones: Collection[str]
) -> set[PurePosixPath]:
    """Return the paths of the files that the platform wrote, beside or in the listed folders.

    A file of the same name in another folder may be from a student.
    """
    files = {PurePosixPath(top_folder, METADATA)} if submissions else set()
    folders = (top_folder, *clones) if clones else ()
    return files | {PurePosixPath(one, file) for one in folders for file in CLASSROOM_50_FILES}


def _with_worksheet(
    owner: Owner, path: PathInfo, sheet: Mapping[str, WorksheetEntry]
) -> tuple[Owner, PathInfo]:
    """Add the student's numbers and the time from Moodle's worksheet, if it has the student."""
    if path.platform != MOODLE or not (entry := sheet.get(owner.key)):
        return owner, path
    return replace(owner, numbers=(*entry.numbers, *owner.numbers)), replace(path, when=entry.when)


def _find_unit(course: Course, file: str, data: bytes) -> str:
    """Return the id of a notebook's unit, by its file name or its call of `start`, or ""."""
    path = PurePosixPath(file)
    for unit in course.units if path.suffix.lower() == ".ipynb" else ():
        if re.fullmatch(
            rf"{STUDENT_PREFIX}{re.escape(unit)}{_COPY_SUFFIX}", path.stem, re.IGNORECASE
        ):
            return unit
    try:
        return identify(course, Path("/archive", file), parse_notebook(data))[0].id
    except (CourseError, Unreadable):
        return ""
