"""Notebooks out of archives that a learning platform hands out, put where nbgrader looks.

Notebooks may hold anything: they are copied as bytes, and read by the wall when they are graded.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from autograder.atomic import write_atomic
from autograder.gradebook.classroom.archive import Entry, read_archive
from autograder.gradebook.classroom.layouts import METADATA, Found, read_path
from autograder.gradebook.ledger.digest import digest
from autograder.gradebook.rows.folders import Folders
from autograder.gradebook.rows.late import MARK, TIMESTAMP, NoTime, handed_in
from autograder.gradebook.rows.roster import Owner, Roster
from autograder.say.errors import CourseError
from autograder.task.course import Course
from autograder.wall import Unreadable, identify, parse_notebook

# Browsers and platforms put a number behind what was handed in again.
_AGAIN = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
ATTEMPTS = "attempts"  # of a class: what was handed in and does not count any more
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class HandIn:
    """One notebook for one student."""

    name: str  # in the archive
    data: bytes
    owner: Owner
    found: Found

    @property
    def order(self) -> tuple[datetime, int, str]:
        """The later counts."""
        return self.found.when or _NEVER, self.found.order, self.name


@dataclass
class Collected:
    """What became of each entry."""

    written: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)  # another version stands there
    late: list[str] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)  # for a person to say whose it is
    others: list[str] = field(default_factory=list)  # no notebook of a unit

    def __str__(self) -> str:
        lines = [f"{len(self.written)} notebooks written, {len(self.same)} were there already"]
        lines += [f"kept what stands there (--replace takes the new one): {p}" for p in self.kept]
        lines += [f"the platform marks it late, and does not say when: {who}" for who in self.late]
        lines += [
            f"kept in {ATTEMPTS}/, since a later one was handed in: {name}" for name in self.earlier
        ]
        lines += [f"left in the archive, {name}" for name in self.others]
        lines += [f"needs you: {line}" for line in self.asked]
        return "\n".join(lines)


def collect(
    course: Course,
    archives: Sequence[Path],
    folder: Path,
    roster: Roster | None = None,
    replace: bool = False,
) -> Collected:
    """Into <folder>/submitted/<student>/<unit>/<unit>.ipynb, with its timestamp.txt."""
    found = Collected()
    for (student, unit), hand_ins in sorted(read_hand_ins(course, archives, roster, found).items()):
        *earlier, last = hand_ins
        found.earlier += [hand_in.name for hand_in in earlier if hand_in.data != last.data]
        place = Folders(course.path.parent, folder, student, unit)
        for hand_in in earlier:
            _remember(place, hand_in.data)
        _put(place, last, replace, found)
    return found


def read_hand_ins(
    course: Course, archives: Sequence[Path], roster: Roster | None, found: Collected
) -> dict[tuple[str, str], list[HandIn]]:
    """By student and unit, the later last; `found` hears of what is nobody's or no notebook."""
    theirs: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
    for archive in archives:
        for unit, hand_in in _hand_ins(course, archive, found):
            student = (roster or Roster()).find(hand_in.owner)
            if student:
                theirs[student, unit].append(hand_in)
            else:
                who = hand_in.owner.name or hand_in.owner.mark or "nobody"
                found.asked.append(f"{hand_in.name!r} is {who}'s, who is not in the roster")
    for (student, unit), hand_ins in list(theirs.items()):
        if len({hand_in.owner.mark for hand_in in hand_ins}) > 1:
            names = " and ".join(repr(hand_in.name) for hand_in in hand_ins)
            found.asked.append(f"{names} are of two people, both called {student}")
            del theirs[student, unit]
        else:
            hand_ins.sort(key=lambda hand_in: hand_in.order)
    return theirs


def _hand_ins(course: Course, archive: Path, found: Collected) -> list[tuple[str, HandIn]]:
    entries = list(read_archive(archive))
    metadata = _metadata(entries)
    hand_ins: list[tuple[str, HandIn]] = []
    without: dict[Owner, str] = {}  # on a platform, which says who sent what
    for entry in entries:
        path = read_path(entry.name, metadata, course.units)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        taken = len(hand_ins)
        if entry.bad:
            found.others.append(f"which {entry.bad}: {name}")
        elif not file.lower().endswith(".ipynb"):
            if PurePosixPath(name).name not in (METADATA, TIMESTAMP):
                found.others.append(f"no notebook: {name}")
        elif not (unit := _unit(course, file, entry.data)):
            found.others.append(f"not named after a unit: {name}")
        elif not path.owners:
            found.asked.append(f"nothing says whose {name!r} is")
        else:
            made = [HandIn(name, entry.data, owner, path) for owner in path.owners]
            hand_ins += [(unit, hand_in) for hand_in in made]
        if len(hand_ins) == taken and path.platform:
            without |= dict.fromkeys(path.owners, name)
    for owner in without.keys() - {hand_in.owner for _, hand_in in hand_ins}:
        found.asked.append(f"{owner.name or owner.mark} handed in no notebook: {without[owner]}")
    return hand_ins


def _metadata(entries: list[Entry]) -> dict[str, Any]:
    """Gradescope's own list of who is behind each folder."""
    for entry in entries:
        if PurePosixPath(entry.name).name == METADATA:
            try:
                said = yaml.safe_load(entry.data)
            except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
                return {}
            return said if isinstance(said, dict) else {}
    return {}


def _unit(course: Course, file: str, data: bytes) -> str:
    """By the file's name, in any case; else by what its first cell says."""
    stem = PurePosixPath(file).stem
    for unit in course.units:
        if re.fullmatch(rf"(?:.+[_-])?{re.escape(unit)}{_AGAIN}", stem, re.IGNORECASE):
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


def _put(place: Folders, hand_in: HandIn, replace: bool, found: Collected) -> None:
    path, when = place.notebook, hand_in.found.when
    if hand_in.found.late:
        found.late.append(place.student)
    if path.is_file() and when and (before := _handed_in(place)):
        replace = replace or before < when.astimezone(UTC).replace(tzinfo=None)
    if path.is_file() and path.read_bytes() == hand_in.data:
        found.same.append(path)
    elif (path.exists() or path.is_symlink()) and not replace:
        found.kept.append(path)
        return
    else:
        if path.is_file():
            _remember(place, path.read_bytes())
        write_atomic(path, hand_in.data)
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
