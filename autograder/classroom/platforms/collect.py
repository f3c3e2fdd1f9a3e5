"""Notebooks out of archives that a learning platform hands out, put where nbgrader looks.

Notebooks may hold anything: they are copied as bytes, and read by the wall when they are graded.
"""

import errno
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from autograder.classroom.platforms.collected import Collected
from autograder.classroom.platforms.find_submissions import HandIn, opened, read_hand_ins
from autograder.classroom.platforms.worksheet import Told, moodles_sheet, times_by_id
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

# One student's trouble; of a full disk everybody hears.
_IN_THE_WAY = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP)


def collect(
    course: Course,
    archives: Sequence[Path],
    folder: Path,
    roster: Roster | None = None,
    again: bool = False,
    worksheet: Path | None = None,
) -> Collected:
    """Into <folder>/submitted/<student>/<unit>/<unit>.ipynb, with its timestamp.txt."""
    given: Mapping[str, datetime] = {}
    sheet: Mapping[str, Told] = {}
    no_times: list[str] = []
    if worksheet and (times := times_by_id(worksheet)) is not None:
        given, no_times = times
        no_times += _unknown(given, worksheet, roster)
    elif worksheet:
        sheet, no_times = moodles_sheet(worksheet)
    policy = Policy.of_class(folder, course.units)
    found = Collected(staff=roster.staff if roster else 0)
    with opened(archives) as files:
        theirs = read_hand_ins(course, files, roster, found, sheet)
        if not (theirs or found.asked) and all(file.folder for file in files):
            names = ", ".join(str(path) for path in archives)
            mend = "Name an archive of a learning platform, or a folder of students' folders."
            raise CourseError(f"There is no student's notebook in {names}.", mend)
        for (student, unit), attempts in sorted(theirs.items()):
            counts = partial(policy.is_candidate, student, unit)
            attempts = [_at(one, given.get(student)) for one in attempts]
            *earlier, last = sorted(
                attempts, key=lambda one: counts(one.found.when, one.found.late)
            )
            found.earlier += [hand_in.name for hand_in in earlier if hand_in.digest != last.digest]
            place = Folders(course.path.parent, folder, student, unit)
            try:
                for hand_in in earlier:
                    _remember(place, hand_in.read(), _time_text(hand_in.found.when))
                _put(place, last, again, counts, found)
            except (OSError, WriteError) as error:
                cause = error if isinstance(error, OSError) else error.__cause__
                if not isinstance(cause, OSError) or cause.errno not in _IN_THE_WAY:
                    raise
                said = f"{plain(student)}: {last.name!r} cannot be put into submitted/"
                mend = "make room there, or give a shorter id in students.csv, and collect again"
                found.asked.append(f"{said} ({cause.strerror}); {mend}")
    found.missing = _missing(theirs, folder, roster)
    found.asked += no_times
    return found


def _unknown(given: Iterable[str], path: Path, roster: Roster | None) -> list[str]:
    """Return a line for each student of a table of times whom the roster does not have."""
    known = {student.id for student in roster.students} if roster else set()
    ids = sorted(set(given) - known) if known else []
    return [f"{path.name} has a time for {id!r}, and students.csv has no such id" for id in ids]


def _at(hand_in: HandIn, given: datetime | None) -> HandIn:
    """Return it with the time that the instructor gave, unless the platform says when it came."""
    when = hand_in.found.when or given
    return replace(hand_in, found=replace(hand_in.found, when=when))


def _missing(
    theirs: Collection[tuple[str, str]], folder: Path, roster: Roster | None
) -> dict[str, list[str]]:
    """Return who of the roster has handed in nothing, for each unit that the class handed in.

    A hand-in that went to another student leaves a gap here.
    """
    counts = Counter(unit for _, unit in theirs)
    most = max(counts.values(), default=0)
    found = {}
    for unit in sorted(unit for unit, count in counts.items() if 2 * count >= most):
        ids = [student.id for student in roster.students] if roster else []
        if gone := [id for id in ids if not (folder / "submitted" / id / unit).exists()]:
            found[unit] = gone
    return found


def _remember(place: Folders, data: bytes, time: bytes = b"") -> None:
    """Keep a notebook that no longer counts, with its time beside it."""
    kept = place.attempt(digest(data))
    write_atomic(kept, data)
    if time:
        write_atomic(kept.with_suffix(".txt"), time)


def _time_text(when: datetime | None) -> bytes:
    """Return the content of a timestamp.txt."""
    return f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S} UTC\n".encode() if when else b""


def _handed_in(place: Folders) -> datetime | None:
    try:
        return read_submission_time(place.submitted)
    except InvalidTimestamp:  # grading tells of it
        return None


def _put(
    place: Folders, hand_in: HandIn, again: bool, counts: Callable[..., bool], found: Collected
) -> None:
    path, when, data = place.notebook, hand_in.found.when, hand_in.read()
    if hand_in.found.late:
        found.late.append(place.student)
    if path.is_file() and when and (before := _handed_in(place)):
        before, now = before.replace(tzinfo=UTC), when.astimezone(UTC)
        marked = (place.submitted / LATE_FILE).is_file()
        again = again or (counts(before, marked), before) < (counts(now, hand_in.found.late), now)
    if path.is_file() and path.read_bytes() == data:
        found.same.append(path)
    elif (path.exists() or path.is_symlink()) and not again:
        found.kept.append(path)
        return
    else:
        if path.is_file():  # its time goes with it
            time = place.submitted / TIMESTAMP
            _remember(place, path.read_bytes(), time.read_bytes() if time.is_file() else b"")
            time.unlink(missing_ok=True)
        write_atomic(path, data)
        found.written.append(path)
    if hand_in.found.late:
        write_atomic(
            place.submitted / LATE_FILE, b"The platform marks it late, and does not say when.\n"
        )
    else:
        (place.submitted / LATE_FILE).unlink(missing_ok=True)
    if when is not None:
        write_atomic(place.submitted / TIMESTAMP, _time_text(when))
