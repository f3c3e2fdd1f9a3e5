"""Decide which folders in an archive name a student, and which several students share."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from autograder.classroom.platforms.hand_in import HandIn, UnitHandIn, count_answers
from autograder.classroom.roster import Owner, Roster
from autograder.core.course.course import Course
from autograder.core.messages.printable import plain


def ignore_inner_folders(hand_ins: list[UnitHandIn], roster: Roster) -> list[UnitHandIn]:
    """Ignore the names of folders inside a student's folder.

    A student who is not on the roster could give an inner folder another student's name. The
    students' folders are at the level with the most names of the roster. If this level has only one
    such name, and there is a higher level with several folders, that level is used instead.
    """
    paths = [h.owner.folders[::-1] for _, h in hand_ins if h.owner.folders and not h.owner.numbers]
    levels = list(zip_longest(*paths, fillvalue=""))
    known = [{name for name in set(level) if name and _is_known(name, roster)} for level in levels]
    branching = next((n for n, level in enumerate(levels) if len(set(level)) > 1), len(levels))
    if not any(known):
        return hand_ins
    best = max(range(len(levels)), key=lambda n: (len(known[n]), -n))
    depth = best if best <= branching or len(known[best]) > 1 else branching
    return [(unit, _cut_inner_folders(hand_in, depth, roster)) for unit, hand_in in hand_ins]


def _cut_inner_folders(hand_in: HandIn, depth: int, roster: Roster) -> HandIn:
    """Remove the folders below `depth` from the owner, unless the roster knows the one there."""
    owner, path = hand_in.owner, hand_in.owner.folders[::-1]
    if not roster.students or owner.numbers or len(path) <= depth + 1:
        return hand_in
    if _is_known(path[depth], roster):
        return hand_in
    name = path[depth] if owner.name in path[depth:] else owner.name
    owner = replace(owner, folders=path[depth::-1], name=name, key="/".join(path[: depth + 1]))
    return replace(hand_in, owner=owner)


def _is_known(folder: str, roster: Roster) -> bool:
    return bool(
        roster.find_by_folders(Owner(folders=(folder,))) or roster.group_members(Owner(name=folder))
    )


def find_shared_folders(
    course: Course, roster: Roster, hand_ins: list[UnitHandIn]
) -> Iterator[list[UnitHandIn]]:
    """Yield, for each shared folder, the notebooks whose students are unclear.

    Google Drive packs a class into one folder. If the roster assigns this folder to a student, that
    student must not get the notebooks of the whole class. Without a roster, yield nothing.
    """
    folders: dict[tuple[str, ...], list[UnitHandIn]] = defaultdict(list)
    for unit, hand_in in hand_ins:
        if roster.students and hand_in.owner.folders and not hand_in.owner.numbers:
            folders[hand_in.owner.folders].append((unit, hand_in))
    for content in folders.values():
        folder_owners = roster.find_by_folders(content[0][1].owner)
        named = {id for _, hand_in in content for id in roster.find_by_name(hand_in.owner)}
        unnamed = [entry for entry in content if entry[1].info.folder_only]
        if folder_owners and (named - set(folder_owners) or _have_several_answers(course, unnamed)):
            yield content
        elif not folder_owners and len(content) > 1 and unnamed:
            yield unnamed


def _have_several_answers(course: Course, hand_ins: list[UnitHandIn]) -> bool:
    """Return True if two different notebooks of one unit both contain answers."""
    units = Counter(unit for unit, _ in hand_ins)
    answered = {
        (unit, hand_in.digest)
        for unit, hand_in in hand_ins
        if units[unit] > 1 and count_answers(course, unit, hand_in)
    }
    return any(count > 1 for count in Counter(unit for unit, _ in answered).values())


def describe_shared_folder(shared_folder: list[UnitHandIn], roster: Roster) -> str:
    """Return a message for the instructor about hand-ins that `find_shared_folders` yielded."""
    names, owner = [hand_in.name for _, hand_in in shared_folder], shared_folder[0][1].owner
    folder, folder_owners = owner.folders[0], roster.find_by_folders(owner)
    files = ", ".join(map(repr, names[:2])) + (", and so on" if len(names) > 2 else "")
    if folder_owners:
        who = " and ".join(map(plain, folder_owners))
        return (
            f"Not collected: {files}. students.csv says that the folder {folder!r} is {who}'s, and "
            "it contains several notebooks. If all are theirs, keep only the one that counts. If "
            f"they are of several students, remove {folder!r} from students.csv. Then collect again"
        )
    return (
        f"Not collected: {files}. The folder {folder!r} contains notebooks of several students, "
        f"and these {len(names)} do not name a student. Put each into a folder named after its "
        f"student, or rename it to '<student> - {shared_folder[0][0]}.ipynb'. Then collect again"
    )
