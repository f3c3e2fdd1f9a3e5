"""Whose notebooks archives hold, and which of a student's counts."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from autograder.gradebook.classroom.archive import SCRAP, Archive
from autograder.gradebook.classroom.collected import Collected
from autograder.gradebook.classroom.layouts import (
    AS_BOTH,
    METADATA,
    MOODLE,
    WHO,
    Found,
    platforms,
    read_path,
    told_apart,
)
from autograder.gradebook.classroom.worksheet import Told
from autograder.gradebook.ledger.digest import digest
from autograder.gradebook.nbgrader.dates import TIMESTAMP
from autograder.gradebook.rows.roster import Owner, Roster
from autograder.say.errors import CourseError
from autograder.say.plain import plain
from autograder.task.course import Course
from autograder.wall import Unreadable, heal, identify, parse_notebook

# Browsers and platforms put a number behind what was handed in again.
_AGAIN = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
_ASIDE = (".txt", ".md", ".yml")  # Blackboard's own, a repository's: seldom the work itself
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


@contextmanager
def opened(paths: Sequence[Path]) -> Iterator[list[Archive]]:
    """All of them, while notebooks are read out of them."""
    with ExitStack() as stack:
        yield [stack.enter_context(Archive(path)) for path in paths]


def read_hand_ins(
    course: Course,
    archives: Sequence[Archive],
    roster: Roster | None,
    found: Collected,
    sheet: Mapping[str, Told],
) -> dict[tuple[str, str], list[HandIn]]:
    """By student and unit, the later last; `found` hears of what is nobody's or no notebook."""
    theirs: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
    known = roster or Roster()
    for archive in archives:
        here: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
        for unit, hand_in in _hand_ins(course, archive, known, found, sheet):
            whose = known.group(hand_in.owner) or filter(None, [known.find(hand_in.owner)])
            for student in (students := list(whose)):
                here[student, unit].append(hand_in)
            if hand_in.found.loose and not known.students:
                found.folders.update(students)
            if not students:
                has_no_sheet = hand_in.found.platform == MOODLE and not sheet
                said = _nobodys(hand_in.owner, unit, known, has_no_sheet)
                found.asked.append(f"{hand_in.name!r} is {said}")
        found.asked += [f"{archive.name}: {line}" for line in _astray(list(here))]
        for (student, unit), hand_ins in here.items():
            if len({_apart(hand_in, known) for hand_in in hand_ins}) > 1:
                names = " and ".join(repr(hand_in.name) for hand_in in hand_ins)
                found.asked.append(f"{names} are of two people, both called {student}")
            else:
                theirs[student, unit] += hand_ins
    for (_, unit), hand_ins in theirs.items():
        if len(hand_ins) > 1:
            _sort(course, unit, hand_ins, found)
    return theirs


def _apart(hand_in: HandIn, known: Roster) -> str:
    """What tells hand-ins apart: two that differ in it are of two people.

    A folder holds one student's files only if a roster says so: Google's may hold a class's.
    What lies deeper in it is the same student's.
    """
    mark = hand_in.owner.mark
    if hand_in.found.loose and not known.students:
        return f"{mark}/{hand_in.name}"
    parts = mark.split("/")
    theirs = (n for n, part in enumerate(parts, 1) if known.numbered(Owner((part,))))
    return "/".join(parts[: next(theirs, None)])


def _nobodys(owner: Owner, unit: str, known: Roster, has_no_sheet: bool) -> str:
    """Why, and what tells."""
    who, by_hand = owner.name or owner.mark or "nobody", f"put it into submitted/<id>/{unit}/"
    if len(people := known.around(owner)) > 1:
        return f"in folders of {' and '.join(map(plain, people))}: {by_hand}"
    if other := known.numbered(owner):
        said = f"{who}'s by its name, and {other}'s by its number"
        return f"{said}: give {owner.platform or 'the platform'}'s numbers a column of students.csv"
    if several := sorted(known.named(owner)):
        mend = by_hand
        if has_no_sheet:
            mend = "Moodle's worksheet tells them apart: --times"
        elif owner.platform:
            number = f"give each their number there, here {owner.numbers[-1]},"
            mend = f"{number} in a column of students.csv, and collect again"
        return f"{who}'s, as {' and '.join(map(plain, several))} are called: {mend}"
    mend = "put that name into a column of students.csv, and collect again"
    if has_no_sheet:
        mend += "; or Moodle's worksheet tells whose it is: --times"
    return f"{who}'s, whom the roster does not have: {mend}"


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


def _hand_ins(
    course: Course, archive: Archive, known: Roster, found: Collected, sheet: Mapping[str, Told]
) -> list[tuple[str, HandIn]]:
    metadata, either = _metadata(archive, known), told_apart(archive.names, course.units)
    deep = platforms(archive.names)
    hand_ins: list[tuple[str, HandIn]] = []
    without: dict[Owner, list[tuple[bool, bool, str]]] = defaultdict(list)  # what else they sent
    for entry in archive.entries():
        path = read_path(entry.name, metadata, course.units, either, deep)
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
            told = [_told(owner, path, sheet) for owner in path.owners]
            hand_ins += [(unit, HandIn(*what, *one)) for one in told]
            continue
        elif file.lower().endswith(".ipynb"):
            found.others.append(f"not named after a unit: {name}")
        elif file != TIMESTAMP:
            found.others.append(f"no notebook: {name}")
        aside = file.lower().endswith(_ASIDE)
        for owner in path.owners:
            without[owner].append(
                (not entry.bad, aside, f"{name}{entry.bad and ', which '}{entry.bad}")
            )
    others = {owner: min(sent)[-1] for owner, sent in without.items()}
    found.asked += _without(others, {hand_in.owner.mark for _, hand_in in hand_ins})
    return hand_ins


def _told(owner: Owner, path: Found, sheet: Mapping[str, Told]) -> tuple[Owner, Found]:
    """With what Moodle's worksheet says of it."""
    if path.platform != MOODLE or not (told := sheet.get(owner.mark)):
        return owner, path
    return replace(owner, numbers=(*told.numbers, *owner.numbers)), replace(path, when=told.when)


def _without(others: dict[Owner, str], taken: set[str]) -> list[str]:
    """Who sent something else; not a folder in a student's folder, or the one around them all."""
    found: dict[str, str] = {}
    for owner in sorted(others, key=lambda owner: owner.mark):
        mark = f"{owner.mark}/"
        known = [f"{one}/" for one in (*taken, *found)]
        if not any(one.startswith(mark) or mark.startswith(one) for one in known):
            # In a folder the name is what its owner wrote behind it.
            who = owner.mark if "/" in owner.mark else owner.name or owner.mark
            found[owner.mark] = f"{who} handed in no notebook of a unit: {others[owner]}"
    return list(found.values())


def _metadata(archive: Archive, known: Roster) -> dict[str, Any]:
    """Gradescope's own list of who is behind each folder; no student's, alone in an archive."""
    if known.numbered(Owner((archive.around,))):
        return {}
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
        if re.fullmatch(rf"{WHO}{re.escape(unit)}{_AGAIN}", path.stem, re.IGNORECASE):
            return unit
    try:
        return identify(course, Path("/archive", file), parse_notebook(data))[0].id
    except (CourseError, Unreadable):
        return ""
