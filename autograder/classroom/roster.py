"""The roster of a class (`students.csv`), and the student to whom a submission belongs."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import permutations, product, zip_longest
from pathlib import Path
from unicodedata import combining, normalize

from autograder.classroom.table import read_table
from autograder.core.messages.errors import CourseError
from autograder.nbgrader.internals import open_gradebook

NAME = "students.csv"
_NAMES = ("first_name", "last_name")
_GROUP = "group"
_SHARED = ("section", "role", _GROUP)  # columns whose values do not identify a student
# Roles that Classroom 50 and other platforms write for people who are not students.
_STAFF = frozenset(
    ("teacher", "instructor", "head-ta", "ta", "teaching assistant", "staff", "owner", "admin")
)
_MEND = (
    "Its first line must name the columns: id,first_name,last_name,email and those of platforms."
)


@dataclass(frozen=True)
class Student:
    """A student of the roster. `others` contains all further columns, such as platform ids or
    a section.
    """

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """Return the full name in either order, in the normalized form of `squeezed`."""
        first, last = squeezed(self.first_name), squeezed(self.last_name)
        return {first + last, last + first} - {""}


@dataclass(frozen=True)
class Owner:
    """The information in an archive about the student who submitted a file."""

    numbers: tuple[str, ...] = ()  # identifiers from the platform, the most reliable first
    name: str = ""
    fallback: str = ""  # the student's id if there is no roster
    mark: str = ""  # distinguishes people of the same name within an archive
    platform: str = ""  # the platform that assigned the numbers
    folders: tuple[str, ...] = ()  # folders that contain the file; each may name a student


@dataclass(frozen=True)
class Roster:
    """The students of a class. Without students.csv, it is empty."""

    students: tuple[Student, ...] = ()
    staff: int = 0  # lines that were dropped because of their role

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Read a roster file. A byte order mark at its start is ignored."""
        head, *lines = read_table(path, _MEND) or [[]]
        rows = [dict(zip_longest(head, line[: len(head)], fillvalue="")) for line in lines if line]
        students = [_student(row, path, number) for number, row in enumerate(rows, 2)]
        total = len(students)
        students = [one for one in students if one.others.get("role", "").casefold() not in _STAFF]
        (most, count), *_ = Counter(student.id for student in students).most_common(1) or [("", 0)]
        if count > 1:
            raise CourseError(f"{path} has {most!r} twice.", "Give each student one line.")
        if not students:
            raise CourseError(f"{path} lists no student.", _MEND)
        return cls(tuple(students), staff=total - len(students))

    @classmethod
    def of_class(cls, folder: Path) -> "Roster":
        """Return the roster in the class's folder; an empty one if there is none."""
        path = folder / NAME
        return cls.read(path) if path.exists() else cls()

    @cached_property
    def _by_number(self) -> dict[str, set[str]]:
        index = defaultdict(set)
        for student in self.students:
            others = [number for key, number in student.others.items() if key not in _SHARED]
            for value in (student.id, student.email, *others):
                if value:
                    index[_word(value)].add(student.id)
        return index

    @cached_property
    def _by_name(self) -> dict[str, set[str]]:
        index = defaultdict(set)
        for student in self.students:
            for name in student.names:
                index[name].add(student.id)
        return index

    @cached_property
    def _by_id(self) -> dict[str, Student]:
        return {student.id: student for student in self.students}

    def find(self, owner: Owner) -> str:
        """Return the only student who agrees with all information, or "" if there is a doubt.

        On many platforms, students choose their names, and the number of one student at the school
        may belong to another student on the platform. If an archive has both, both must agree.
        """
        if not self.students:
            return owner.fallback
        people, named = self.witnessed(owner), self.named(owner)
        if not people:
            people = sorted(named)
        if len(people) != 1 or self.contradicts(people[0], owner):
            return ""
        return people[0] if self._has_name(people[0], owner, named) else ""

    def named(self, owner: Owner) -> set[str]:
        """Return the students with this name, or else those that have it in another column."""
        own = self._by_name.get(squeezed(owner.name)) if owner.name else None
        return own or self._by_number.get(_word(owner.name), set())

    def witnessed(self, owner: Owner) -> list[str]:
        """Return the students that are identified by the platform's number or by folders."""
        return sorted({*self.around(owner), *filter(None, [self.numbered(owner)])})

    def numbered(self, owner: Owner) -> str:
        """Return the student of the first number that belongs to exactly one student, or ""."""
        return next(self._sure(owner.numbers), "")

    def around(self, owner: Owner) -> list[str]:
        """Return the students that the folders name. A folder may be inside another student's
        folder.
        """
        return sorted(set(self._sure(owner.folders)))

    def _sure(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            ids = self._by_number.get(_word(word)) or self._by_name.get(squeezed(word), set())
            if len(ids) == 1:
                yield from ids

    def contradicts(self, id: str, owner: Owner) -> bool:
        """Return True if the roster has another number or e-mail address for this student."""
        student, there = self._by_id[id], {_word(word) for word in (*owner.numbers, owner.name)}
        words = [student.others.get(owner.platform.casefold(), "")] if owner.numbers else []
        if any("@" in number for number in owner.numbers):
            words.append(student.email)
        words = [_word(word) for word in words if word]
        return bool(words) and not any(word in there for word in words)

    def _has_name(self, id: str, owner: Owner, named: set[str]) -> bool:
        """Return True if the name can be this student's.

        Platforms may have a longer name than the roster, such as one with a middle name. The name
        must therefore contain a word of the first name and a word of the last name. Canvas removes
        the spaces. There, one of the two words must begin or end the name.
        """
        if id in named or not owner.name:
            return True
        if named or not owner.numbers or owner.name in owner.numbers:
            return not named  # the student may have chosen this name for the file
        student = self._by_id[id]
        if not (student.first_name or student.last_name):
            return True
        parts = [part for part in (_words(student.first_name), _words(student.last_name)) if part]
        there = _words(owner.name)
        if len(there) > 1:
            return bool(parts) and all(part & there for part in parts)
        name = squeezed(owner.name)
        return bool(parts) and any(
            _fits(name, words) for order in permutations(parts) for words in product(*order)
        )

    def group(self, owner: Owner) -> list[str]:
        """Return the members of the group with this name, unless other information contradicts.

        A student may have written the name in their own folder. A platform's number must belong to
        a member.
        """
        name, people = squeezed(owner.name), self.witnessed(owner)
        ids = [s.id for s in self.students if name and squeezed(s.others.get(_GROUP, "")) == name]
        if self.around(owner) or not set(people) <= set(ids):
            return []
        return [] if ids and all(self.contradicts(id, owner) for id in ids) else ids


def in_gradebook(gradebook: Path) -> list[Student]:
    """Return the students in nbgrader's gradebook."""
    if not gradebook.is_file():
        return []
    with open_gradebook(gradebook) as opened:
        return [
            Student(s.id, s.first_name or "", s.last_name or "", s.email or "")
            for s in opened.students
        ]


def enrol(roster: Roster, gradebook: Path) -> None:
    """Write the names and addresses of the roster to the gradebook, where formgrader shows them.

    Students without a submission are included.
    """
    entries = {student.id: replace(student, others={}) for student in in_gradebook(gradebook)}
    changes = [s for s in roster.students if entries.get(s.id) != replace(s, others={})]
    if not changes or not gradebook.is_file():
        return
    with open_gradebook(gradebook) as opened:
        for s in changes:
            words = {"first_name": s.first_name, "last_name": s.last_name, "email": s.email}
            opened.update_or_create_student(s.id, **words)


def _word(text: str) -> str:
    """Return text in a form for comparisons: macOS decomposes letters with accents."""
    return normalize("NFC", text).casefold()


def squeezed(name: str) -> str:
    """Return the letters and digits of a name, without accents and in lower case.

    Platforms remove the other characters in different ways.
    """
    plain = (sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))
    return "".join(sign for sign in plain if sign.isalnum())


def _words(name: str) -> set[str]:
    """Return the words of a name in the form of `squeezed`, without empty words."""
    return {squeezed(word) for word in re.split(r"[\s-]+", name)} - {""}


def _fits(name: str, words: tuple[str, ...]) -> bool:
    """Return True if a name without spaces contains the words in order, one of them at an end."""
    if min(map(len, words)) < 2 or not re.search(".*".join(words), name):
        return False
    return name.startswith(words[0]) or name.endswith(words[-1])


def _student(row: dict[str, str], path: Path, line: int) -> Student:
    cells = {str(key).strip().casefold(): (row[key] or "").strip() for key in row if key}
    # Classroom 50's roster.csv has no id, and no user's name before an invitation is accepted.
    instead = cells.get("username", "") or cells.get("email", "")
    id = cells.pop("id", instead)
    if not id or id in (".", "..") or set(id) & set("/\\\0"):
        problem = f"has the id {id!r}, which is not a valid folder name" if id else "has no id"
        raise CourseError(f"A student {problem}.", _MEND, path, line)
    names = {name: cells.pop(name, "") for name in _NAMES}
    return Student(id, **names, email=cells.pop("email", ""), others=cells)
