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

# Browsers and platforms append a number to a file name that exists already.
_COPY_SUFFIX = r"(?:-\d+| ?\(\d+\)|-Copy\d+)*"
_SIDE_FILES = (
    ".txt",
    ".md",
    ".yml",
)  # suffixes of files in a repository or from Blackboard that are rarely a student's answer
_CLASSROOM_50_FILES = (RESULT, "results.json", "scores.csv")
_NO_TIME = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class HandIn:
    """A notebook in an archive, and one student who handed it in."""

    name: str  # the notebook's path in the archive
    digest: str
    read: Callable[[], bytes]  # reads the notebook while the archive is open
    owner: Owner
    info: PathInfo

    @property
    def order(self) -> tuple[datetime, int]:
        """Return the time (if unknown, the earliest possible one) and the number of the attempt."""
        return self.info.when or _NO_TIME, self.info.order


Placed = tuple[str, HandIn]  # unit, hand-in


@contextmanager
def open_archives(paths: Sequence[Path]) -> Iterator[list[Archive]]:
    """Open all archives, and close them at the end of the context."""
    with ExitStack() as stack:
        yield [stack.enter_context(Archive(path)) for path in paths]


def read_hand_ins(
    course: Course,
    archives: Sequence[Archive],
    roster: Roster | None,
    report: Collected,
    sheet: Mapping[str, WorksheetEntry],
) -> dict[tuple[str, str], list[HandIn]]:
    """Return the hand-ins by student and unit. The last one counts, unless a policy excludes it.

    Skipped, unmatched and ambiguous files are added to `report`.
    """
    attempts_of: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
    people = roster or Roster()
    for archive in archives:
        here: dict[tuple[str, str], list[HandIn]] = defaultdict(list)
        hand_ins = _without_inner_folders(_hand_ins(course, archive, people, report, sheet), people)
        shared_folders = list(_find_shared_folders(course, people, hand_ins))
        report.questions += [
            _describe_shared_folder(shared_folder, people) for shared_folder in shared_folders
        ]
        for unit, hand_in in hand_ins:
            if any((unit, hand_in) in shared_folder for shared_folder in shared_folders):
                continue
            students = _find_students(hand_in, people, report)
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
    """Ignore the names of folders inside a student's folder.

    A student who is not on the roster could give an inner folder another student's name. The
    students' folders are at the level with the most names of the roster. If this level has only one
    such name, a higher level with several folders is used instead.
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
    owner = replace(owner, folders=path[own::-1], name=name, key="/".join(path[: own + 1]))
    return replace(hand_in, owner=owner)


def _is_known(folder: str, roster: Roster) -> bool:
    return bool(
        roster.find_by_folders(Owner(folders=(folder,))) or roster.group_members(Owner(name=folder))
    )


def _find_students(hand_in: HandIn, roster: Roster, report: Collected) -> list[str]:
    """Return the ids of a hand-in's students. Report ids found only by a folder or a name."""
    owner = hand_in.owner
    students = roster.group_members(owner) or list(filter(None, [roster.find(owner)]))
    if hand_in.info.folder_only and not roster.students:
        report.folders.update(students)
    platform = owner.platform or hand_in.info.platform
    if platform and roster.students and not roster.find_by_number_or_folders(owner):
        report.by_name[platform].update(students)
    return students


def _find_shared_folders(
    course: Course, roster: Roster, hand_ins: list[Placed]
) -> Iterator[list[Placed]]:
    """Yield, for each shared folder, the notebooks whose students are unclear.

    Google Drive packs a class into one folder. If the roster assigns this folder to a student, that
    student must not get the notebooks of the whole class. Without a roster, yield nothing.
    """
    folders: dict[tuple[str, ...], list[Placed]] = defaultdict(list)
    for unit, hand_in in hand_ins:
        if roster.students and hand_in.owner.folders and not hand_in.owner.numbers:
            folders[hand_in.owner.folders].append((unit, hand_in))
    for inside in folders.values():
        folder_owners = roster.find_by_folders(inside[0][1].owner)
        named = {id for _, hand_in in inside for id in roster.find_by_name(hand_in.owner)}
        unnamed = [one for one in inside if one[1].info.folder_only]
        if folder_owners and (named - set(folder_owners) or _have_several_answers(course, unnamed)):
            yield inside
        elif not folder_owners and len(inside) > 1 and unnamed:
            yield unnamed


def _have_several_answers(course: Course, inside: list[Placed]) -> bool:
    """Return True if two different notebooks of one unit both contain answers."""
    units = Counter(unit for unit, _ in inside)
    owners = {
        (unit, h.digest)
        for unit, h in inside
        if units[unit] > 1 and _count_answers(course, unit, h)
    }
    return any(count > 1 for count in Counter(unit for unit, _ in owners).values())


def _describe_shared_folder(shared_folder: list[Placed], roster: Roster) -> str:
    names, owner = [hand_in.name for _, hand_in in shared_folder], shared_folder[0][1].owner
    folder, folder_owners = owner.folders[0], roster.find_by_folders(owner)
    few = ", ".join(map(repr, names[:2])) + (", and so on" if len(names) > 2 else "")
    if folder_owners:
        who = " and ".join(map(plain, folder_owners))
        return (
            f"Not collected: {few}. students.csv says that the folder {folder!r} is {who}'s, and "
            "it contains several notebooks. If all are theirs, keep only the one that counts. If "
            f"they are of several students, remove {folder!r} from students.csv. Then collect again"
        )
    return (
        f"Not collected: {few}. The folder {folder!r} contains notebooks of several students, and "
        f"these {len(names)} do not name a student. Put each into a folder named after its "
        f"student, or rename it to '<student> - {shared_folder[0][0]}.ipynb'. Then collect again"
    )


def _person_key(hand_in: HandIn, roster: Roster) -> str:
    """Return a key that differs for hand-ins of different people.

    The key ends at the first folder that the roster assigns to a student. If there is no roster and
    only a folder identifies the student, the key includes the file name, because a folder from
    Google may contain a whole class.
    """
    key = hand_in.owner.key
    if hand_in.info.folder_only and not roster.students:
        return f"{key}/{hand_in.name}"
    parts = key.split("/")
    depths = (n for n, part in enumerate(parts, 1) if roster.find_by_number(Owner((part,))))
    return "/".join(parts[: next(depths, None)])


def _top_folder(name: str) -> str:
    return str(PurePosixPath(name).parent) if "/" in name else name


def _format_unmatched(name: str, problem: str, unit: str = "<unit>") -> str:
    why = f": {problem}" if problem else ""
    return f"Cannot match {name!r} to a student{why}. Put it into submitted/<id>/{unit}/"


def _why_unmatched(owner: Owner, unit: str, roster: Roster, has_no_sheet: bool) -> str:
    """Return a message with the names or numbers that disagree or are missing, and advice."""
    by_hand = f"Put it into submitted/<id>/{unit}/"
    people, named = roster.find_by_number_or_folders(owner), sorted(roster.find_by_name(owner))
    if len(people) > 1:
        return f"it is in folders of {' and '.join(map(plain, people))}. {by_hand}"
    platform = owner.platform or "the platform"
    number = owner.numbers[-1] if owner.numbers else ""
    if people and not number:
        return f"the folder belongs to {people[0]}, and the file name to {_names(named)}. {by_hand}"
    if people and roster.contradicts(people[0], owner):
        return f"students.csv has a number other than {number} for {people[0]}. {by_hand}"
    if people and named:
        advice = f"Add a column with {platform}'s numbers to students.csv, and collect again"
        return f"its number belongs to {people[0]}, and its name to {_names(named)}. {advice}"
    if people:
        advice = f"If {owner.name!r} is {people[0]}, {_ADD_COLUMN}. If not, {by_hand.lower()}"
        why = f"its number belongs to {people[0]}, and students.csv does not contain"
        return f"{why} {owner.name!r}. {advice}"
    if len(named) == 1:
        advice = f"If it is theirs, {by_hand.lower()}"
        return f"its name belongs to {_names(named)}, and students.csv has another number. {advice}"
    if named:
        advice = by_hand
        if has_no_sheet:
            advice = "Pass Moodle's worksheet with --times to distinguish them"
        elif owner.platform:
            advice = f"Enter each student's number, here {number}, in a column of students.csv"
        return f"{_names(named)} are both called {owner.name}. {advice}"
    advice = _ADD_COLUMN[0].upper() + _ADD_COLUMN[1:]
    if has_no_sheet:
        advice += "; or pass Moodle's worksheet with --times"
    return f"students.csv does not contain {owner.name or owner.key!r}. {advice}"


_ADD_COLUMN = "enter that name in a column of students.csv, then run `autograder collect` again"


def _names(ids: list[str]) -> str:
    return " and ".join(map(plain, ids))


def _other_units(here: list[tuple[str, str]]) -> list[str]:
    """Return a line for each student without the unit that more than half of them handed in."""
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
    """Sort attempts in place so that the last one counts.

    Notebooks with answers follow unchanged notebooks. Report two last attempts with the same time.
    """
    done = {hand_in: _count_answers(course, unit, hand_in) for hand_in in hand_ins}
    hand_ins.sort(key=lambda one: (done[one] > 0, *one.order, done[one], one.name))
    *_, other, last = hand_ins
    if done[other] and other.order == last.order and other.digest != last.digest:
        report.questions.append(
            f"{last.name!r} counts, but {other.name!r} has the same time; inspect both"
        )


def _count_answers(course: Course, unit: str, hand_in: HandIn) -> int:
    """Return the number of answers in a hand-in, or 0 if the notebook cannot be read."""
    try:
        cells = parse_notebook(hand_in.read())
        return len(normalize_submission(course, course.unit(unit), "", cells).answered)
    except Unreadable:
        return 0


def _rank_other_file(name: str, file: str, bad: str) -> tuple[bool, bool, bool, str]:
    """Return a sort key whose minimum is the file that a student most likely meant to submit."""
    parts = PurePosixPath(name.replace("\\", "/")).parts
    is_hidden = any(part.startswith(".") for part in parts)
    is_side_file = file.lower().endswith(_SIDE_FILES) or is_hidden
    text = f"{name}, which {bad}" if bad else name
    return not bad, is_side_file, not file.endswith(".py"), text


def _hand_ins(
    course: Course,
    archive: Archive,
    roster: Roster,
    report: Collected,
    sheet: Mapping[str, WorksheetEntry],
) -> list[tuple[str, HandIn]]:
    metadata, clones = _read_metadata(archive, roster), repositories(archive)
    names = replace(survey(archive.names, course.units), repositories=clones)
    hand_ins: list[tuple[str, HandIn]] = []
    unmatched: dict[str, list[str]] = defaultdict(list)  # by file or folder
    others_of: dict[str, list[str]] = defaultdict(list)
    # Files that are not a notebook of a unit. For each student, the first in sorted order is shown.
    other_files_of: dict[Owner, list[tuple[bool, bool, bool, str]]] = defaultdict(list)
    for entry in archive.entries():
        path = read_path(entry.name, metadata, course.units, names)
        name = f"{entry.name}/{entry.inner}" if entry.inner else entry.name
        file = entry.inner or path.file
        if not entry.inner and _is_platform_file(entry.name, archive.top_folder, metadata, clones):
            continue
        if entry.bad:
            report.others += [f"which {entry.bad}: {name}"] if entry.bad != EDITOR_COPY else []
        elif unit := _find_unit(course, file, entry.data):
            if not path.owners:
                unmatched[path.upload_prefix or _top_folder(name)].append(
                    _format_unmatched(name, path.problem, unit)
                )
            file_data = name, digest(entry.data), entry.read
            owners = [_with_worksheet(owner, path, sheet) for owner in path.owners]
            hand_ins += [(unit, HandIn(*file_data, *one)) for one in owners]
            continue
        elif file.lower().endswith(".ipynb"):
            report.others.append(f"not named after a unit: {name}")
        elif file != TIMESTAMP:
            report.others.append(f"no notebook: {name}")
        if path.problem:
            others_of[path.upload_prefix or _top_folder(name)].append(
                _format_unmatched(name, path.problem)
            )
        for owner in path.owners:
            other_files_of[owner].append(_rank_other_file(name, file, entry.bad))
    for top, lines in others_of.items():
        unmatched.setdefault(top, lines[:1])
    report.questions += chain.from_iterable(unmatched.values())
    others = {owner: min(sent)[-1] for owner, sent in other_files_of.items()}
    report.questions += _without_notebook(others, {hand_in.owner.key for _, hand_in in hand_ins})
    return hand_ins


def _is_platform_file(
    name: str, top_folder: str, metadata: Mapping[str, Any], clones: Mapping[str, Repository]
) -> bool:
    """Return True for a file that the platform wrote, at the top of an archive or repository.

    A file of the same name in another folder is from a student.
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


def _without_notebook(others: dict[Owner, str], taken: set[str]) -> list[str]:
    """Return a line for each student who handed in files, but no notebook of a unit.

    A folder that is in a student's folder or contains students' folders is not listed.
    """
    names: dict[str, str] = {}
    for owner in sorted(others, key=lambda owner: owner.key):
        key = f"{owner.key}/"
        folders = [f"{one}/" for one in (*taken, *names)]
        if not any(one.startswith(key) or key.startswith(one) for one in folders):
            # Inside a folder, the student may have chosen the name, so the path is shown.
            who = owner.key if "/" in owner.key else owner.name or owner.key
            names[owner.key] = f"{who} handed in no notebook of a unit: {others[owner]}"
    return list(names.values())


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
        if re.fullmatch(rf"{WHO}{re.escape(unit)}{_COPY_SUFFIX}", path.stem, re.IGNORECASE):
            return unit
    try:
        return identify(course, Path("/archive", file), parse_notebook(data))[0].id
    except (CourseError, Unreadable):
        return ""
