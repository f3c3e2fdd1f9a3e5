"""Match notebooks in archives to students and units, and choose the attempt that counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from autograder.classroom.platforms.archive import Archive
from autograder.classroom.platforms.collect_report import CollectReport
from autograder.classroom.platforms.explain_mismatch import explain_mismatch
from autograder.classroom.platforms.hand_in import HandIn, UnitHandIn, count_answers
from autograder.classroom.platforms.moodle import MOODLE, WorksheetEntry
from autograder.classroom.platforms.read_archive import read_archive
from autograder.classroom.platforms.shared_folders import (
    describe_shared_folder,
    find_shared_folders,
    ignore_inner_folders,
)
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course

StudentUnit = tuple[str, str]  # student, unit


@contextmanager
def open_archives(paths: Sequence[Path]) -> Iterator[list[Archive]]:
    """Yield all archives, opened, and close them at the end of the context."""
    with ExitStack() as stack:
        yield [stack.enter_context(Archive(path)) for path in paths]


def read_hand_ins(
    course: Course,
    archives: Sequence[Archive],
    roster: Roster | None,
    report: CollectReport,
    sheet: Mapping[str, WorksheetEntry],
) -> dict[StudentUnit, list[HandIn]]:
    """Return the hand-ins by student and unit. The last one counts, unless a policy excludes it.

    Skipped, unmatched and ambiguous files are added to `report`.
    """
    attempts_of: dict[StudentUnit, list[HandIn]] = defaultdict(list)
    people = roster or Roster()
    for archive in archives:
        hand_ins = read_archive(course, archive, people, report, sheet)
        hand_ins = ignore_inner_folders(hand_ins, people)
        assigned = _assign_to_students(course, hand_ins, people, report, bool(sheet))
        report.actions += [f"{archive.name}: {line}" for line in _other_units(list(assigned))]
        for (student, unit), candidates in assigned.items():
            if len({_person_key(hand_in, people) for hand_in in candidates}) > 1:
                names = " and ".join(repr(hand_in.name) for hand_in in candidates)
                report.actions.append(f"{names} belong to two people who are both called {student}")
            else:
                attempts_of[student, unit] += candidates
    for (_, unit), attempts in attempts_of.items():
        if len(attempts) > 1:
            _sort_attempts(course, unit, attempts, report)
    return attempts_of


def _assign_to_students(
    course: Course,
    hand_ins: list[UnitHandIn],
    roster: Roster,
    report: CollectReport,
    has_sheet: bool,
) -> dict[StudentUnit, list[HandIn]]:
    """Return an archive's hand-ins by student and unit, and report those without a student."""
    shared_folders = list(find_shared_folders(course, roster, hand_ins))
    report.actions += [describe_shared_folder(folder, roster) for folder in shared_folders]
    assigned: dict[StudentUnit, list[HandIn]] = defaultdict(list)
    for unit, hand_in in hand_ins:
        if any((unit, hand_in) in folder for folder in shared_folders):
            continue
        students = _find_students(hand_in, roster, report)
        for student in students:
            assigned[student, unit].append(hand_in)
        if not students:
            needs_sheet = hand_in.info.platform == MOODLE and not has_sheet
            reason = explain_mismatch(hand_in.owner, unit, roster, needs_sheet)
            report.actions.append(f"Cannot match {hand_in.name!r} to a student: {reason}")
    return assigned


def _find_students(hand_in: HandIn, roster: Roster, report: CollectReport) -> list[str]:
    """Return the ids of a hand-in's students. Report ids found only by a folder or a name."""
    owner = hand_in.owner
    students = roster.group_members(owner) or list(filter(None, [roster.find(owner)]))
    if hand_in.info.folder_only and not roster.students:
        report.by_folder.update(students)
    platform = owner.platform or hand_in.info.platform
    if platform and roster.students and not roster.find_by_number_or_folders(owner):
        report.by_name[platform].update(students)
    return students


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


def _other_units(hand_ins: list[tuple[str, str]]) -> list[str]:
    """Return a line for each hand-in of a student without the unit that most students handed in.

    If no unit was handed in by more than half of the students, return [].
    """
    counted = Counter(unit for _, unit in hand_ins).most_common(1)
    main_unit, count = counted[0] if counted else ("", 0)
    if 2 * count <= len({student for student, _ in hand_ins}):
        return []
    return [
        f"{student} submitted {unit} instead of {main_unit}"
        for student, unit in hand_ins
        if (student, main_unit) not in hand_ins
    ]


def _sort_attempts(
    course: Course, unit: str, hand_ins: list[HandIn], report: CollectReport
) -> None:
    """Sort attempts in place so that the last one counts.

    Notebooks with answers follow unchanged notebooks. Report two last attempts without a known
    order.
    """
    answers = {hand_in: count_answers(course, unit, hand_in) for hand_in in hand_ins}
    hand_ins.sort(key=lambda one: (answers[one] > 0, *one.order, answers[one], one.name))
    *_, other, last = hand_ins
    if answers[other] and other.digest != last.digest and not _is_order_known(other, last):
        problem = "has the same time" if other.info.when and last.info.when else "may be newer"
        report.actions.append(f"{last.name!r} counts, but {other.name!r} {problem}; inspect both")


def _is_order_known(one: HandIn, other: HandIn) -> bool:
    """Return True if the times of two attempts differ, or else the numbers that a platform gave."""
    if one.info.when and other.info.when:
        return one.info.when != other.info.when
    same_platform = one.info.platform == other.info.platform
    return same_platform and one.info.when == other.info.when and one.order != other.order
