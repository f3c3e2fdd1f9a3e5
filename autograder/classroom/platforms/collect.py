"""Copy notebooks from a learning platform's archives to the folder that nbgrader reads.

Notebooks are copied unchanged, as bytes.
"""

import errno
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.platforms.find_submissions import open_archives, read_hand_ins
from autograder.classroom.platforms.hand_in import HandIn
from autograder.classroom.platforms.moodle import WorksheetEntry, read_moodle_worksheet
from autograder.classroom.platforms.path_info import read_time
from autograder.classroom.platforms.worksheet import read_rows
from autograder.classroom.roster import Roster
from autograder.core.atomic import WriteError, write_atomic
from autograder.core.course.course import Course
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.dates import TIMESTAMP, InvalidTimestamp, read_submission_time
from autograder.nbgrader.folders import Folders
from autograder.nbgrader.late import LATE_FILE
from autograder.nbgrader.policy import Policy

# Errors in the path of one student's file. Other errors, such as a full disk, stop the command.
_PATH_ERRORS = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP)


def collect(
    course: Course,
    archives: Sequence[Path],
    folder: Path,
    roster: Roster | None = None,
    overwrite: bool = False,
    worksheet: Path | None = None,
) -> CollectReport:
    """Copy notebooks to <folder>/submitted/<student>/<unit>/<unit>.ipynb, and return a report.

    A timestamp.txt contains the submission time, if known. Attempts that do not count are archived.
    Without `overwrite`, a notebook replaces a different one only if both times are known and the
    policy prefers the new attempt. Raise CourseError if `archives` are folders without a notebook.
    """
    times_by_student, sheet, time_problems = _read_times(worksheet, roster)
    policy = Policy.of_class(folder, course.units)
    report = CollectReport(staff=roster.staff if roster else 0)
    with open_archives(archives) as files:
        hand_ins = read_hand_ins(course, files, roster, report, sheet)
        if not (hand_ins or report.actions) and all(file.folder for file in files):
            names = ", ".join(str(path) for path in archives)
            advice = (
                "Pass an archive of a learning platform, or a folder with one folder per student."
            )
            raise CourseError(f"No student's notebook found in {names}.", advice)
        for (student, unit), attempts in sorted(hand_ins.items()):
            allowed = partial(policy.is_candidate, student, unit)
            attempts = [_with_time(one, times_by_student.get(student)) for one in attempts]
            attempts.sort(key=lambda one: allowed(one.info.when, one.info.late))
            folders = Folders(course.path.parent, folder, student, unit)
            with _report_path_errors(student, attempts[-1], report):
                _write_submission(folders, attempts[-1], overwrite, allowed, report)
                _archive_attempts(folders, attempts, report)
    report.missing = _students_without_hand_in(hand_ins, folder, roster)
    report.actions += time_problems
    return report


def _read_times(
    file: Path | None, roster: Roster | None
) -> tuple[Mapping[str, datetime], Mapping[str, WorksheetEntry], list[str]]:
    """Return times by student id, a worksheet's rows by Moodle's number, and a message per problem.

    The file is Moodle's worksheet or a table with the columns id and time, so at least one of the
    mappings is empty. Canvas's archive has no times; an instructor can copy them from its page.
    """
    if not file:
        return {}, {}, []
    head, *rows = read_rows(file)
    names = [name.strip().casefold() for name in head]
    if not {"id", "time"} <= set(names):
        return {}, *read_moodle_worksheet(file)
    times, problems = {}, []
    for row in rows:
        cells = dict(zip(names, row, strict=False))
        id, text = cells.get("id", "").strip(), cells.get("time", "")
        if when := read_time(text):
            times[id] = when
        elif text.strip():
            problem = f"{file.name} has an invalid time for {id}: {text!r}"
            problems.append(f"{problem}. Write it as: 2026-11-22 05:59:00 UTC")
    enrolled = {student.id for student in roster.students} if roster else set()
    problems += [
        f"{file.name} has a time for {id!r}, but students.csv does not contain this id"
        for id in sorted(set(times) - enrolled if enrolled else ())
    ]
    return times, {}, problems


@contextmanager
def _report_path_errors(student: str, hand_in: HandIn, report: CollectReport) -> Iterator[None]:
    """Report a path that cannot be written instead of raising the error; raise other errors."""
    try:
        yield
    except (OSError, WriteError) as error:
        cause = error if isinstance(error, OSError) else error.__cause__
        if not isinstance(cause, OSError) or cause.errno not in _PATH_ERRORS:
            raise
        problem = f"{plain(student)}: {hand_in.name!r} cannot be written to submitted/"
        advice = "free the path or use a shorter id in students.csv, then collect again"
        report.actions.append(f"{problem} ({cause.strerror}); {advice}")


def _with_time(hand_in: HandIn, time: datetime | None) -> HandIn:
    """Return the hand-in, with the given submission time if the platform states none."""
    when = hand_in.info.when or time
    return replace(hand_in, info=replace(hand_in.info, when=when))


def _students_without_hand_in(
    hand_ins: Collection[tuple[str, str]], folder: Path, roster: Roster | None
) -> dict[str, list[str]]:
    """Return, by unit, the ids of the roster's students without a submission in `folder`.

    A unit is included only if at least half as many students submitted it as the most frequent
    unit.
    """
    counts = Counter(unit for _, unit in hand_ins)
    largest = max(counts.values(), default=0)
    result = {}
    for unit in sorted(unit for unit, count in counts.items() if 2 * count >= largest):
        ids = [student.id for student in roster.students] if roster else []
        if absent := [id for id in ids if not (folder / "submitted" / id / unit).exists()]:
            result[unit] = absent
    return result


def _archive_attempts(folders: Folders, attempts: Iterable[HandIn], report: CollectReport) -> None:
    """Archive the attempts that differ from the notebook in submitted/."""
    counted = digest(folders.notebook.read_bytes()) if folders.notebook.is_file() else ""
    for hand_in in attempts:
        if digest(data := hand_in.read()) != counted:
            _archive_attempt(folders, data, _time_text(hand_in.info.when))
            report.archived.append(hand_in.name)


def _archive_attempt(folders: Folders, data: bytes, time: bytes = b"") -> None:
    """Archive the notebook and the submission time of an attempt that does not count."""
    archived = folders.attempt(digest(data))
    write_atomic(archived, data)
    if time:
        write_atomic(archived.with_suffix(".txt"), time)


def _time_text(when: datetime | None) -> bytes:
    """Return the content of a timestamp.txt, or b"" if the time is unknown."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC\n".encode() if when else b""


def _is_preferred(hand_in: HandIn, folders: Folders, allowed: Callable[..., bool]) -> bool:
    """Return True if the hand-in counts instead of the existing submission.

    If one of the times is unknown, return False.
    """
    when = hand_in.info.when
    try:
        previous = read_submission_time(folders.submitted)
    except InvalidTimestamp:  # grading reports the invalid time
        return False
    if not (when and previous):
        return False
    previous, when = previous.replace(tzinfo=UTC), when.astimezone(UTC)
    was_late = (folders.submitted / LATE_FILE).is_file()
    return (allowed(previous, was_late), previous) < (allowed(when, hand_in.info.late), when)


def _write_submission(
    folders: Folders,
    hand_in: HandIn,
    overwrite: bool,
    allowed: Callable[..., bool],
    report: CollectReport,
) -> None:
    """Write a notebook with its time or late mark, and archive the notebook that it replaces.

    If a different notebook exists and must stay, write nothing, and report the conflict.
    """
    path, when, data = folders.notebook, hand_in.info.when, hand_in.read()
    if hand_in.info.late:
        report.marked_late.append(folders.student)
    if path.is_file():
        overwrite = overwrite or _is_preferred(hand_in, folders, allowed)
    if path.is_file() and path.read_bytes() == data:
        report.unchanged.append(path)
    elif (path.exists() or path.is_symlink()) and not overwrite:
        report.conflicts.append(path)
        return
    else:
        if path.is_file():  # archive the notebook and its submission time
            time = folders.submitted / TIMESTAMP
            _archive_attempt(
                folders, path.read_bytes(), time.read_bytes() if time.is_file() else b""
            )
            time.unlink(missing_ok=True)
        write_atomic(path, data)
        report.written.append(path)
    if hand_in.info.late:
        write_atomic(
            folders.submitted / LATE_FILE,
            b"The platform marked this submission as late, without a time.\n",
        )
    else:
        (folders.submitted / LATE_FILE).unlink(missing_ok=True)
    if when is not None:
        write_atomic(folders.submitted / TIMESTAMP, _time_text(when))
