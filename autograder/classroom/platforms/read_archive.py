"""Read the hand-ins of one archive, and report its other files."""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from autograder.classroom.platforms.archive import Archive
from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.platforms.detect import METADATA, PathInfo, read_path
from autograder.classroom.platforms.hand_in import HandIn, UnitHandIn
from autograder.classroom.platforms.path_patterns import STUDENT_PREFIX
from autograder.classroom.platforms.platform_names import MOODLE
from autograder.classroom.platforms.repositories import RESULT, repositories
from autograder.classroom.platforms.skip_reasons import EDITOR_COPY
from autograder.classroom.platforms.submission_times import WorksheetEntry
from autograder.classroom.platforms.survey import Repository, survey
from autograder.classroom.platforms.unmatched_files import UnmatchedFiles
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.dates import TIMESTAMP
from autograder.runner import Unreadable, identify, parse_notebook

# Browsers and platforms append a number to a file name that exists already.
_COPY_SUFFIX = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
_CLASSROOM_50_FILES = (RESULT, "results.json", "scores.csv")


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
    metadata, clones = _read_metadata(archive, roster), repositories(archive)
    facts = replace(survey(archive.names, course.units), repositories=clones)
    hand_ins: list[UnitHandIn] = []
    unmatched = UnmatchedFiles()
    for entry in archive.entries():
        path = read_path(entry.name, metadata, course.units, facts)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        if not entry.inner and _is_platform_file(entry.name, archive.top_folder, metadata, clones):
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


def _is_platform_file(
    name: str, top_folder: str, metadata: Mapping[str, Any], clones: Mapping[str, Repository]
) -> bool:
    """Return True for a file that the platform wrote, at the top of an archive or repository.

    A file of the same name in another folder may be from a student.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    top = path.parent == PurePosixPath(top_folder)
    if path.name == METADATA:
        return bool(metadata) and top
    return path.name in _CLASSROOM_50_FILES and bool(clones) and (top or str(path.parent) in clones)


def _with_worksheet(
    owner: Owner, path: PathInfo, sheet: Mapping[str, WorksheetEntry]
) -> tuple[Owner, PathInfo]:
    """Add the student's numbers and the time from Moodle's worksheet, if it has the student."""
    if path.platform != MOODLE or not (entry := sheet.get(owner.key)):
        return owner, path
    return replace(owner, numbers=(*entry.numbers, *owner.numbers)), replace(path, when=entry.when)


def _read_metadata(archive: Archive, roster: Roster) -> dict[str, Any]:
    """Return Gradescope's list of the submitters by folder, or {} if it is missing or invalid.

    Also return {} if the archive's top folder belongs to one student, who may have written it.
    """
    if roster.find_by_number(Owner((archive.top_folder,))):
        return {}
    try:
        # Load all values as text: names may be numbers, and a student's date may be invalid.
        data = yaml.load(archive.file(METADATA), yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


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
