"""Report what happened to each entry of an archive."""

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from autograder.classroom.platforms.platform_names import MOODLE
from autograder.core.messages.printable import plain, printable
from autograder.nbgrader.folders import ATTEMPTS

_ADVICE = (
    "Write the platform's numbers into a column {} of students.csv",
    "Give its grading worksheet with --times",
)
_FEW, _MANY = 3, 8  # maximum of lines of a kind, and of names in a line


@dataclass
class Collected:
    """Result for each entry."""

    written: list[Path] = field(default_factory=list)
    same: list[Path] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)  # not replaced: another version exists
    late: list[str] = field(default_factory=list)
    earlier: list[str] = field(default_factory=list)
    folders: set[str] = field(default_factory=set)  # students identified only by a folder
    by_name: dict[str, set[str]] = field(  # students identified only by a name, by platform
        default_factory=lambda: defaultdict(set)
    )
    missing: dict[str, list[str]] = field(default_factory=dict)  # students without hand-in
    asked: list[str] = field(default_factory=list)  # questions for the instructor
    others: list[str] = field(default_factory=list)  # files that are no notebook of a unit
    staff: int = 0  # skipped lines of the roster

    def __str__(self) -> str:
        lines = [f"{len(self.written)} notebooks written, {len(self.same)} were there already"]
        lines += [f"kept the existing file (--replace takes the new one): {p}" for p in self.kept]
        lines += [f"the platform marks it late, and does not say when: {who}" for who in self.late]
        lines += [
            f"kept in {ATTEMPTS}/, since another of theirs counts: {name}" for name in self.earlier
        ]
        if self.folders:
            names = sorted(self.folders)
            few = ", ".join(names[:_MANY]) + (", and so on" if len(names) > _MANY else "")
            note = "no students.csv says who is who: students are called as folders are"
            lines.append(f"{note}: {few}")
        lines += [
            f"{platform}: {len(students)} students are known by their names alone, and students "
            f"may change them there. {_ADVICE[platform == MOODLE].format(platform.casefold())}"
            for platform, students in self.by_name.items()
            if students
        ]
        lines += [f"left in the archive, {line}" for line in _grouped(self.others)]
        if self.staff:
            lines.append(f"lines of students.csv left out, because of a staff role: {self.staff}")
        lines += [
            f"{unit}: nothing is handed in by {', '.join(map(plain, ids))}"
            for unit, ids in self.missing.items()
        ]
        lines += [f"needs you: {line}" for line in self.asked]
        return "\n".join(map(printable, lines))


def _grouped(lines: list[str]) -> list[str]:
    """Return the lines, with one line for many of a kind."""
    kinds: dict[str, list[str]] = defaultdict(list)
    for line in lines:
        kinds[line.partition(": ")[0]].append(line)
    return [
        line
        for kind, same in kinds.items()
        for line in (same if len(same) <= _FEW else [f"{len(same)} files, {same[0]}, and so on"])
    ]
