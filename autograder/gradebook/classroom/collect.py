"""Notebooks out of archives that a learning platform hands out, put where nbgrader looks.

Notebooks may hold anything: they are copied as bytes, and read by the wall when they are graded.
"""

import errno
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from autograder.atomic import WriteError, write_atomic
from autograder.gradebook.classroom.archive import SCRAP, Archive
from autograder.gradebook.classroom.collected import ATTEMPTS, Collected
from autograder.gradebook.classroom.layouts import (
    AS_BOTH,
    METADATA,
    MOODLE,
    Found,
    read_path,
    told_apart,
)
from autograder.gradebook.classroom.worksheet import submission_times
from autograder.gradebook.ledger.digest import digest
from autograder.gradebook.nbgrader.dates import TIMESTAMP, NoTime, handed_in
from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.late import MARK
from autograder.gradebook.rows.roster import Owner, Roster
from autograder.say.errors import CourseError
from autograder.say.plain import plain
from autograder.task.course import Course
from autograder.wall import Unreadable, heal, identify, parse_notebook

# Browsers and platforms put a number behind what was handed in again.
_AGAIN = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
# One student's trouble; of a full disk everybody hears.
_IN_THE_WAY = (errno.ENAMETOOLONG, errno.ENOTDIR, errno.EEXIST, errno.EISDIR, errno.ELOOP)
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class HandIn:
    """One notebook for one student."""

    name: str  # in the archive
    digest: str
    read: Callable[[], bytes]  # out of the archive, while that is open
    owner: Owner
    found: Found

    @property
    def order(self) -> tuple[datetime, int]:
        """The later counts."""
        return self.found.when or _NEVER, self.found.order


def collect(
    course: Course,
    archives: Sequence[Path],
    folder: Path,
    roster: Roster | None = None,
    again: bool = False,
    worksheet: Path | None = None,
) -> Collected:
    """Into <folder>/submitted/<student>/<unit>/<unit>.ipynb, with its timestamp.txt."""
    times, no_times = submission_times(worksheet) if worksheet else ({}, [])
    found = Collected()
    with opened(archives) as files:
        theirs = read_hand_ins(course, files, roster, found)
        for (student, unit), (*earlier, last) in sorted(theirs.items()):
            found.earlier += [hand_in.name for hand_in in earlier if hand_in.digest != last.digest]
            place = Folders(course.path.parent, folder, student, unit)
            if last.found.platform == MOODLE:
                when = replace(last.found, when=times.get(last.owner.mark))
                last = replace(last, found=when)
            try:
                for hand_in in earlier:
                    _remember(place, hand_in.read())
                _put(place, last, again, found)
            except (OSError, WriteError) as error:
                cause = error if isinstance(error, OSError) else error.__cause__
                if not isinstance(cause, OSError) or cause.errno not in _IN_THE_WAY:
                    raise
                said = f"{plain(student)}: {last.name!r} cannot be put into submitted/"
                mend = "make room there, or give a shorter id in students.csv, and collect again"
                found.asked.append(f"{said} ({cause.strerror}); {mend}")
    found.asked += no_times
    return found


@contextmanager
def opened(paths: Sequence[Path]) -> Iterator[list[Archive]]:
    """All of them, while notebooks are read out of them."""
    with ExitStack() as stack:
        yield [stack.enter_context(Archive(path)) for path in paths]


def read_hand_ins(
    course: Course, archives: Sequence[Archive], roster: Roster | None, found: Collected
) -> dict[tuple[str, str], list[HandIn]]:
    """By student and unit, the later last; `found` hears of what is nobody's or no notebook."""
    theirs: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
    known = roster or Roster()
    for archive in archives:
        here: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
        for unit, hand_in in _hand_ins(course, archive, found):
            whose = known.group(hand_in.owner) or filter(None, [known.find(hand_in.owner)])
            for student in (students := list(whose)):
                here[student, unit].append(hand_in)
            if not students:
                who = hand_in.owner.name or hand_in.owner.mark or "nobody"
                said = f"{hand_in.name!r} is {who}'s, whom the roster does not have, or has twice"
                found.asked.append(said)
        found.asked += [f"{archive.name}: {line}" for line in _astray(list(here))]
        for (student, unit), hand_ins in here.items():
            if len({hand_in.owner.mark for hand_in in hand_ins}) > 1:
                names = " and ".join(repr(hand_in.name) for hand_in in hand_ins)
                found.asked.append(f"{names} are of two people, both called {student}")
            else:
                theirs[student, unit] += hand_ins
    for (_, unit), hand_ins in theirs.items():
        if len(hand_ins) > 1:
            _sort(course, unit, hand_ins, found)
    return theirs


def _astray(here: list[tuple[str, str]]) -> list[str]:
    """Who handed in another unit than most of an archive, and would be missing there unsaid."""
    counted = Counter(unit for _, unit in here).most_common(1)
    most, count = counted[0] if counted else ("", 0)
    if 2 * count <= len({student for student, _ in here}):
        return []
    return [
        f"{student} handed in {unit}, and not {most} as most did"
        for student, unit in here
        if (student, most) not in here
    ]


def _sort(course: Course, unit: str, hand_ins: list[HandIn], found: Collected) -> None:
    """The one that counts last. One that is still as it was handed out is nobody's last word."""
    done = {hand_in: _done(course, unit, hand_in) for hand_in in hand_ins}
    hand_ins.sort(key=lambda one: (done[one] > 0, *one.order, done[one], one.name))
    *_, other, last = hand_ins
    if done[other] and other.order == last.order and other.digest != last.digest:
        found.asked.append(f"{other.name!r} came with {last.name!r}, which counts; look at both")


def _done(course: Course, unit: str, hand_in: HandIn) -> int:
    """How many answers it has."""
    try:
        cells = parse_notebook(hand_in.read())
        return len(heal(course, course.unit(unit), "", cells).answered)
    except Unreadable:
        return 0


def _hand_ins(course: Course, archive: Archive, found: Collected) -> list[tuple[str, HandIn]]:
    metadata, either = _metadata(archive), told_apart(archive.names, course.units)
    hand_ins: list[tuple[str, HandIn]] = []
    without: dict[Owner, str] = {}  # whom the archive names, by what else they sent
    for entry in archive.entries():
        path = read_path(entry.name, metadata, course.units, either)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        if file == METADATA:  # the platform's own
            continue
        if entry.bad:
            found.others += [f"which {entry.bad}: {name}"] if entry.bad != SCRAP else []
        elif unit := _unit(course, file, entry.data):
            if not path.owners:
                both = path.platform == AS_BOTH
                why = "as Canvas and as Blackboard name it, so " if both else ""
                found.asked.append(f"{why}nothing says whose {name!r} is")
            what = name, digest(entry.data), entry.again
            hand_ins += [(unit, HandIn(*what, owner, path)) for owner in path.owners]
            continue
        elif file.lower().endswith(".ipynb"):
            found.others.append(f"not named after a unit: {name}")
        elif file != TIMESTAMP:
            found.others.append(f"no notebook: {name}")
        without |= dict.fromkeys(path.owners, name)
    found.asked += _without(without, {hand_in.owner.mark for _, hand_in in hand_ins})
    return hand_ins


def _without(others: dict[Owner, str], taken: set[str]) -> list[str]:
    """Who sent something else; not a folder in a student's folder, or the one around them all."""
    found: dict[str, str] = {}
    for owner in sorted(others, key=lambda owner: owner.mark):
        mark = f"{owner.mark}/"
        known = [f"{one}/" for one in (*taken, *found)]
        if not any(one.startswith(mark) or mark.startswith(one) for one in known):
            who = owner.name or owner.mark
            found[owner.mark] = f"{who} handed in no notebook of a unit: {others[owner]}"
    return list(found.values())


def _metadata(archive: Archive) -> dict[str, Any]:
    """Gradescope's own list of who is behind each folder."""
    try:
        # As text: a number is a name here, and a day that never was is one student's.
        said = yaml.load(archive.file(METADATA), yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return {}
    return said if isinstance(said, dict) else {}


def _unit(course: Course, file: str, data: bytes) -> str:
    """By a notebook's name, in any case; else by what the first cell of a file of any name says."""
    path = PurePosixPath(file)
    for unit in course.units if path.suffix.lower() == ".ipynb" else ():
        if re.fullmatch(rf"(?:.+[_-])?{re.escape(unit)}{_AGAIN}", path.stem, re.IGNORECASE):
            return unit
    try:
        return identify(course, Path("/archive", file), parse_notebook(data))[0].id
    except (CourseError, Unreadable):
        return ""


def _remember(place: Folders, data: bytes) -> None:
    """What no longer counts, under the beginning of its digest: a day's file is one file."""
    folder = place.root / ATTEMPTS / place.student / place.unit
    write_atomic(folder / f"{digest(data)[:12]}.ipynb", data)


def _handed_in(place: Folders) -> datetime | None:
    try:
        return handed_in(place.submitted)
    except NoTime:  # grading tells of it
        return None


def _put(place: Folders, hand_in: HandIn, again: bool, found: Collected) -> None:
    path, when, data = place.notebook, hand_in.found.when, hand_in.read()
    if hand_in.found.late:
        found.late.append(place.student)
    if path.is_file() and when and (before := _handed_in(place)):
        again = again or before < when.astimezone(UTC).replace(tzinfo=None)
    if path.is_file() and path.read_bytes() == data:
        found.same.append(path)
    elif (path.exists() or path.is_symlink()) and not again:
        found.kept.append(path)
        return
    else:
        if path.is_file():
            _remember(place, path.read_bytes())
        write_atomic(path, data)
        found.written.append(path)
    if hand_in.found.late:
        write_atomic(
            place.submitted / MARK, b"The platform marks it late, and does not say when.\n"
        )
    else:
        (place.submitted / MARK).unlink(missing_ok=True)
    if when is not None:
        text = when.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S UTC\n")
        write_atomic(place.submitted / TIMESTAMP, text.encode())
