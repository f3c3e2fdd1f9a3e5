"""Match notebooks in archives to students and units, and choose the attempt that counts."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, zip_longest
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from autograder.classroom.platforms.archive import EDITOR_COPY, Archive
from autograder.classroom.platforms.collected import Collected
from autograder.classroom.platforms.detect import (
    METADATA,
    WHO,
    PathInfo,
    Repository,
    read_path,
    survey,
)
from autograder.classroom.platforms.platform_names import MOODLE
from autograder.classroom.platforms.repositories import RESULT, repositories
from autograder.classroom.platforms.worksheet import WorksheetEntry
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course
from autograder.core.digest import digest
from autograder.core.messages.errors import CourseError
from autograder.core.messages.printable import plain
from autograder.nbgrader.dates import TIMESTAMP
from autograder.runner import Unreadable, identify, normalize_submission, parse_notebook

# Browsers and platforms append a number to repeated names.
_COPY_SUFFIX = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
_SIDE_FILES = (
    ".txt",
    ".md",
    ".yml",
)  # written by Blackboard or part of a repository, seldom the work itself
_CLASSROOM_50S = (RESULT, "results.json", "scores.csv")
_NEVER = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class HandIn:
    """One notebook of one student."""

    name: str  # in the archive
    digest: str
    read: Callable[[], bytes]  # reads from the archive while it is open
    owner: Owner
    info: PathInfo

    @property
    def order(self) -> tuple[datetime, int]:
        """Sort key; the later attempt counts."""
        return self.info.when or _NEVER, self.info.order


Placed = tuple[str, HandIn]  # unit, hand-in


@contextmanager
def open_archives(paths: Sequence[Path]) -> Iterator[list[Archive]]:
    """Open all archives while notebooks are read from them."""
    with ExitStack() as stack:
        yield [stack.enter_context(Archive(path)) for path in paths]


def read_hand_ins(
    course: Course,
    archives: Sequence[Archive],
    roster: Roster | None,
    report: Collected,
    sheet: Mapping[str, WorksheetEntry],
) -> dict[tuple[str, str], list[HandIn]]:
    """Return the hand-ins by student and unit, the latest last; report skipped files."""
    attempts_of: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
    people = roster or Roster()
    for archive in archives:
        here: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
        hand_ins = _without_inner_folders(_hand_ins(course, archive, people, report, sheet), people)
        crowds = list(_crowds(course, people, hand_ins))
        report.questions += [_describe_crowd(crowd, people) for crowd in crowds]
        for unit, hand_in in hand_ins:
            if any((unit, hand_in) in crowd for crowd in crowds):
                continue
            students = _students(hand_in, people, report)
            for student in students:
                here[student, unit].append(hand_in)
            if not students:
                has_no_sheet = hand_in.info.platform == MOODLE and not sheet
                why = _why_unmatched(hand_in.owner, unit, people, has_no_sheet)
                report.questions.append(f"Cannot match {hand_in.name!r} to a student: {why}")
        report.questions += [f"{archive.name}: {line}" for line in _other_units(list(here))]
        for (student, unit), several in here.items():
            if len({_person_key(hand_in, people) for hand_in in several}) > 1:
                names = " and ".join(repr(hand_in.name) for hand_in in several)
                report.questions.append(
                    f"{names} belong to two people who are both called {student}"
                )
            else:
                attempts_of[student, unit] += several
    for (_, unit), attempts in attempts_of.items():
        if len(attempts) > 1:
            _sort_attempts(course, unit, attempts, report)
    return attempts_of


def _without_inner_folders(hand_ins: list[Placed], roster: Roster) -> list[Placed]:
    """Drop the folders that a student made inside the one that the archive has for each student.

    A student who is not in the roster could give such a folder another student's name. The level
    of the students is the one with most known folders, or else the first with several folders.
    """
    paths = [h.owner.folders[::-1] for _, h in hand_ins if h.owner.folders and not h.owner.numbers]
    levels = list(zip_longest(*paths, fillvalue=""))
    people = [{one for one in set(level) if one and _is_known(one, roster)} for level in levels]
    several = next((at for at, one in enumerate(levels) if len(set(one)) > 1), len(levels))
    if not any(people):
        return hand_ins
    most = max(range(len(levels)), key=lambda at: (len(people[at]), -at))
    own = most if most <= several or len(people[most]) > 1 else several
    return [(unit, _cut_inner_folders(hand_in, own, roster)) for unit, hand_in in hand_ins]


def _cut_inner_folders(hand_in: HandIn, own: int, roster: Roster) -> HandIn:
    owner, path = hand_in.owner, hand_in.owner.folders[::-1]
    if not roster.students or owner.numbers or len(path) <= own + 1 or _is_known(path[own], roster):
        return hand_in
    name = path[own] if owner.name in path[own:] else owner.name
    owner = replace(owner, folders=path[own::-1], name=name, mark="/".join(path[: own + 1]))
    return replace(hand_in, owner=owner)


def _is_known(folder: str, roster: Roster) -> bool:
    return bool(roster.around(Owner(folders=(folder,))) or roster.group(Owner(name=folder)))


def _students(hand_in: HandIn, roster: Roster, report: Collected) -> list[str]:
    """Return the students of a hand-in; note how reliably they are identified."""
    owner = hand_in.owner
    students = roster.group(owner) or list(filter(None, [roster.find(owner)]))
    if hand_in.info.loose and not roster.students:
        report.folders.update(students)
    platform = owner.platform or hand_in.info.platform
    if platform and roster.students and not roster.witnessed(owner):
        report.by_name[platform].update(students)
    return students


def _crowds(course: Course, roster: Roster, hand_ins: list[Placed]) -> Iterator[list[Placed]]:
    """Yield files of several people in one folder that do not name their owners.

    Google Drive packs a class into one folder. A roster that assigns this folder to one student
    would give that student the notebooks of all.
    """
    folders: dict[tuple[str, ...], list[Placed]] = defaultdict(list)
    for unit, hand_in in hand_ins:
        if roster.students and hand_in.owner.folders and not hand_in.owner.numbers:
            folders[hand_in.owner.folders].append((unit, hand_in))
    for inside in folders.values():
        claimed = roster.around(inside[0][1].owner)
        named = {id for _, hand_in in inside for id in roster.named(hand_in.owner)}
        loose = [one for one in inside if one[1].info.loose]
        if claimed and (named - set(claimed) or _several(course, loose)):
            yield inside
        elif not claimed and len(inside) > 1 and loose:
            yield loose


def _several(course: Course, inside: list[Placed]) -> bool:
    """Return True for two different notebooks of one unit that both have answers."""
    units = Counter(unit for unit, _ in inside)
    owners = {
        (unit, h.digest)
        for unit, h in inside
        if units[unit] > 1 and _count_answers(course, unit, h)
    }
    return any(count > 1 for count in Counter(unit for unit, _ in owners).values())


def _describe_crowd(crowd: list[Placed], roster: Roster) -> str:
    names, owner = [hand_in.name for _, hand_in in crowd], crowd[0][1].owner
    folder, claimed = owner.folders[0], roster.around(owner)
    few = ", ".join(map(repr, names[:2])) + (", and so on" if len(names) > 2 else "")
    if claimed:
        who = " and ".join(map(plain, claimed))
        return (
            f"Not collected: {few}. students.csv says that the folder {folder!r} is {who}'s, and "
            "it contains several notebooks. If all are theirs, keep only the one that counts. If "
            f"they are of several students, remove {folder!r} from students.csv. Then collect again"
        )
    return (
        f"Not collected: {few}. The folder {folder!r} contains notebooks of several students, and "
        f"these {len(names)} name no student. Put each into a folder named after its student, "
        f"or rename it to '<student> - {crowd[0][0]}.ipynb'. Then collect again"
    )


def _person_key(hand_in: HandIn, roster: Roster) -> str:
    """Return a key that differs for hand-ins of different people.

    A folder contains one student's files only if a roster says so, because a Google folder may
    contain those of a class. Deeper folders belong to the same student.
    """
    mark = hand_in.owner.mark
    if hand_in.info.loose and not roster.students:
        return f"{mark}/{hand_in.name}"
    parts = mark.split("/")
    depths = (n for n, part in enumerate(parts, 1) if roster.numbered(Owner((part,))))
    return "/".join(parts[: next(depths, None)])


def _top_folder(name: str) -> str:
    return str(PurePosixPath(name).parent) if "/" in name else name


def _unmatched(name: str, problem: str, unit: str = "<unit>") -> str:
    why = f": {problem}" if problem else ""
    return f"Cannot match {name!r} to a student{why}. Put it into submitted/<id>/{unit}/"


def _why_unmatched(owner: Owner, unit: str, roster: Roster, has_no_sheet: bool) -> str:
    """Say which witnesses disagree or are missing, and what to do."""
    by_hand = f"Put it into submitted/<id>/{unit}/"
    people, named = roster.witnessed(owner), sorted(roster.named(owner))
    if len(people) > 1:
        return f"it is in folders of {' and '.join(map(plain, people))}. {by_hand}"
    platform = owner.platform or "the platform"
    number = owner.numbers[-1] if owner.numbers else ""
    if people and not number:
        return f"the folder belongs to {people[0]}, and the file name to {_names(named)}. {by_hand}"
    if people and roster.contradicts(people[0], owner):
        return f"students.csv has a number other than {number} for {people[0]}. {by_hand}"
    if people and named:
        mend = f"Add a column with {platform}'s numbers to students.csv, and collect again"
        return f"its number belongs to {people[0]}, and its name to {_names(named)}. {mend}"
    if people:
        mend = f"If {owner.name!r} is {people[0]}, {_COLUMN}. If not, {by_hand.lower()}"
        why = f"its number belongs to {people[0]}, and students.csv does not contain"
        return f"{why} {owner.name!r}. {mend}"
    if len(named) == 1:
        mend = f"If it is theirs, {by_hand.lower()}"
        return f"its name belongs to {_names(named)}, and students.csv has another number. {mend}"
    if named:
        mend = by_hand
        if has_no_sheet:
            mend = "Pass Moodle's worksheet with --times to distinguish them"
        elif owner.platform:
            mend = f"Enter the number of each, here {number}, in a column of students.csv"
        return f"{_names(named)} are both called {owner.name}. {mend}"
    mend = _COLUMN[0].upper() + _COLUMN[1:]
    if has_no_sheet:
        mend += "; or pass Moodle's worksheet with --times"
    return f"students.csv does not contain {owner.name or owner.mark!r}. {mend}"


_COLUMN = "enter that name in a column of students.csv, then run `autograder collect` again"


def _names(ids: list[str]) -> str:
    return " and ".join(map(plain, ids))


def _other_units(here: list[tuple[str, str]]) -> list[str]:
    """Return a line for each student who handed in a different unit than most of the archive."""
    counted = Counter(unit for _, unit in here).most_common(1)
    most, count = counted[0] if counted else ("", 0)
    if 2 * count <= len({student for student, _ in here}):
        return []
    return [
        f"{student} submitted {unit} instead of {most}"
        for student, unit in here
        if (student, most) not in here
    ]


def _sort_attempts(course: Course, unit: str, hand_ins: list[HandIn], report: Collected) -> None:
    """Sort attempts so that the one that counts is last. An unchanged notebook never counts."""
    done = {hand_in: _count_answers(course, unit, hand_in) for hand_in in hand_ins}
    hand_ins.sort(key=lambda one: (done[one] > 0, *one.order, done[one], one.name))
    *_, other, last = hand_ins
    if done[other] and other.order == last.order and other.digest != last.digest:
        report.questions.append(
            f"{last.name!r} counts, but {other.name!r} has the same time; inspect both"
        )


def _count_answers(course: Course, unit: str, hand_in: HandIn) -> int:
    """Return the number of answers in a hand-in."""
    try:
        cells = parse_notebook(hand_in.read())
        return len(normalize_submission(course, course.unit(unit), "", cells).answered)
    except Unreadable:
        return 0


def _hand_ins(
    course: Course,
    archive: Archive,
    roster: Roster,
    report: Collected,
    sheet: Mapping[str, WorksheetEntry],
) -> list[tuple[str, HandIn]]:
    metadata, clones = _metadata(archive, roster), repositories(archive)
    names = replace(survey(archive.names, course.units), repositories=clones)
    hand_ins: list[tuple[str, HandIn]] = []
    unmatched: dict[str, list[str]] = defaultdict(list)  # by file or folder
    others_of: dict[str, list[str]] = defaultdict(list)
    without: dict[Owner, list[tuple[bool, bool, bool, str]]] = defaultdict(
        list
    )  # what else they sent
    for entry in archive.entries():
        path = read_path(entry.name, metadata, course.units, names)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        if not entry.inner and _is_platform_file(entry.name, archive.around, metadata, clones):
            continue
        if entry.bad:
            report.others += [f"which {entry.bad}: {name}"] if entry.bad != EDITOR_COPY else []
        elif unit := _unit(course, file, entry.data):
            if not path.owners:
                unmatched[path.front or _top_folder(name)].append(
                    _unmatched(name, path.problem, unit)
                )
            file_data = name, digest(entry.data), entry.again
            owners = [_with_worksheet(owner, path, sheet) for owner in path.owners]
            hand_ins += [(unit, HandIn(*file_data, *one)) for one in owners]
            continue
        elif file.lower().endswith(".ipynb"):
            report.others.append(f"not named after a unit: {name}")
        elif file != TIMESTAMP:
            report.others.append(f"no notebook: {name}")
        if path.problem:
            others_of[path.front or _top_folder(name)].append(_unmatched(name, path.problem))
        parts = PurePosixPath(name.replace("\\", "/")).parts
        is_side_file = file.lower().endswith(_SIDE_FILES) or any(
            part.startswith(".") for part in parts
        )
        for owner in path.owners:
            without[owner].append(
                (
                    not entry.bad,
                    is_side_file,
                    not file.endswith(".py"),
                    f"{name}{entry.bad and ', which '}{entry.bad}",
                )
            )
    for top, lines in others_of.items():
        unmatched.setdefault(top, lines[:1])
    report.questions += chain.from_iterable(unmatched.values())
    others = {owner: min(sent)[-1] for owner, sent in without.items()}
    report.questions += _without_notebook(others, {hand_in.owner.mark for _, hand_in in hand_ins})
    return hand_ins


def _is_platform_file(
    name: str, around: str, metadata: Mapping[str, Any], clones: Mapping[str, Repository]
) -> bool:
    """Return True for a file that the platform wrote, at the top of an archive or repository.

    In any other place, a student chose this name.
    """
    path = PurePosixPath(name.replace("\\", "/"))
    top = path.parent == PurePosixPath(around)
    if path.name == METADATA:
        return bool(metadata) and top
    return path.name in _CLASSROOM_50S and bool(clones) and (top or str(path.parent) in clones)


def _with_worksheet(
    owner: Owner, path: PathInfo, sheet: Mapping[str, WorksheetEntry]
) -> tuple[Owner, PathInfo]:
    """Add what Moodle's worksheet says."""
    if path.platform != MOODLE or not (entry := sheet.get(owner.mark)):
        return owner, path
    return replace(owner, numbers=(*entry.numbers, *owner.numbers)), replace(path, when=entry.when)


def _without_notebook(others: dict[Owner, str], taken: set[str]) -> list[str]:
    """Return a line for each student who handed in something else.

    Ignore folders inside a student's folder, and the folder around all.
    """
    names: dict[str, str] = {}
    for owner in sorted(others, key=lambda owner: owner.mark):
        mark = f"{owner.mark}/"
        folders = [f"{one}/" for one in (*taken, *names)]
        if not any(one.startswith(mark) or mark.startswith(one) for one in folders):
            # Inside a folder, the owner chose the name.
            who = owner.mark if "/" in owner.mark else owner.name or owner.mark
            names[owner.mark] = f"{who} handed in no notebook of a unit: {others[owner]}"
    return list(names.values())


def _metadata(archive: Archive, roster: Roster) -> dict[str, Any]:
    """Return Gradescope's list of the students behind each folder, unless a student wrote it."""
    if roster.numbered(Owner((archive.around,))):
        return {}
    try:
        # Load all values as text: names may be numbers, and a student's date may be invalid.
        data = yaml.load(archive.file(METADATA), yaml.BaseLoader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _unit(course: Course, file: str, data: bytes) -> str:
    """Return a notebook's unit by its name, or else by its first cell."""
    path = PurePosixPath(file)
    for unit in course.units if path.suffix.lower() == ".ipynb" else ():
        if re.fullmatch(rf"{WHO}{re.escape(unit)}{_COPY_SUFFIX}", path.stem, re.IGNORECASE):
            return unit
    try:
        return identify(course, Path("/archive", file), parse_notebook(data))[0].id
    except (CourseError, Unreadable):
        return ""
