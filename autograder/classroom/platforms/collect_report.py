"""The report that `autograder collect` prints."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.platforms.moodle import MOODLE
from autograder.core.messages.printable import plain, printable
from autograder.nbgrader.folders import ATTEMPTS

_ADVICE = (
    "Enter the platform's numbers in a column {} of students.csv",
    "Pass Moodle's grading worksheet with --times",
)
_MAX_LINES, _MAX_NAMES = 3, 8  # maximum number of lines of one kind, and of names in a line


@dataclass
class CollectReport:
    """The outcomes of `autograder collect`, as lists of messages and paths."""

    written: list[Path] = field(default_factory=list)
    unchanged: list[Path] = field(default_factory=list)  # files that had this content already
    conflicts: list[Path] = field(default_factory=list)  # existing files that were kept
    marked_late: list[str] = field(default_factory=list)  # ids of students
    archived: list[str] = field(default_factory=list)  # names of archived attempts
    by_folder: set[str] = field(default_factory=set)  # students identified only by a folder's name
    by_name: dict[str, set[str]] = field(  # students identified only by a name, by platform
        default_factory=lambda: defaultdict(set)
    )
    missing: dict[str, list[str]] = field(default_factory=dict)  # ids of students, by unit
    actions: list[str] = field(default_factory=list)  # required of the instructor
    other_files: list[str] = field(default_factory=list)  # messages about files not collected
    staff: int = 0  # number of lines of the roster that were skipped because of a staff role

    def __str__(self) -> str:
        lines = [f"{len(self.written)} notebooks written, {len(self.unchanged)} unchanged"]
        lines += [
            f"kept the existing file (--replace takes the new one): {p}" for p in self.conflicts
        ]
        lines += [f"marked late by the platform, without a time: {who}" for who in self.marked_late]
        lines += [
            f"kept in {ATTEMPTS}/, because another attempt counts: {name}" for name in self.archived
        ]
        if self.by_folder:
            names = sorted(self.by_folder)
            shown = ", ".join(names[:_MAX_NAMES]) + (
                ", and so on" if len(names) > _MAX_NAMES else ""
            )
            note = "there is no students.csv, so each student's id is the name of the folder"
            lines.append(f"{note}: {shown}")
        lines += [
            f"{platform}: {len(students)} students are identified only by their names, which "
            f"they can change there. {_ADVICE[platform == MOODLE].format(platform.casefold())}"
            for platform, students in self.by_name.items()
            if students
        ]
        lines += [f"not collected: {line}" for line in _group_by_kind(self.other_files)]
        if self.staff:
            lines.append(f"lines of students.csv skipped because of a staff role: {self.staff}")
        lines += [
            f"{unit}: no submission from {', '.join(map(plain, ids))}"
            for unit, ids in self.missing.items()
        ]
        lines += [f"action required: {line}" for line in self.actions]
        return "\n".join(map(printable, lines))


def _group_by_kind(lines: list[str]) -> list[str]:
    """Replace more than `_MAX_LINES` lines of the same kind by one line that counts them.

    Lines of the same kind are equal up to the first colon.
    """
    kinds: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        kinds[line.partition(": ")[0]].append(line)
    return [
        line
        for kind, group in kinds.items()
        for line in (
            group if len(group) <= _MAX_LINES else [f"{len(group)} files, {group[0]}, and so on"]
        )
    ]
