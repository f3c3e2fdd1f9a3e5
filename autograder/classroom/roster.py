"""Read the roster of a class (`students.csv`), and find the student who made a submission."""

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

FILE_NAME = "students.csv"
_NAMES = ("first_name", "last_name")
_GROUP = "group"
_SHARED = ("section", "role", _GROUP)  # columns whose values do not identify a student
# Roles that Classroom 50 and other platforms write for people who are not students.
_STAFF = frozenset(
    ("teacher", "instructor", "head-ta", "ta", "teaching assistant", "staff", "owner", "admin")
)
_ADVICE = (
    "The first line must name the columns: id,first_name,last_name,email, then those of platforms."
)


@dataclass(frozen=True)
class Student:
    """A student of the roster. `others` has further columns, such as platform ids or a section."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """Return the full name in either order, in the normalized form of `normalize_name`."""
        first, last = normalize_name(self.first_name), normalize_name(self.last_name)
        return {first + last, last + first} - {""}


@dataclass(frozen=True)
class Owner:
    """The information in an archive about the student who submitted a file."""

    numbers: tuple[str, ...] = ()  # the platform's ids of the student, the most reliable first
    name: str = ""
    fallback: str = ""  # the student's id if there is no roster
    key: str = ""  # distinguishes people of the same name within an archive
    platform: str = ""  # the platform that assigned the numbers
    folders: tuple[str, ...] = ()  # folders that contain the file; each may name a student


@dataclass(frozen=True)
class Roster:
    """The students of a class. The roster is empty if the class has no students.csv."""

    students: tuple[Student, ...] = ()
    staff: int = 0  # number of lines that were skipped because of a staff role

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Read a roster file. A byte order mark at the start of the file is ignored."""
        head, *lines = read_table(path, _ADVICE) or [[]]
        rows = [dict(zip_longest(head, line[: len(head)], fillvalue="")) for line in lines if line]
        students = [_student(row, path, number) for number, row in enumerate(rows, 2)]
        total = len(students)
        students = [one for one in students if one.others.get("role", "").casefold() not in _STAFF]
        (most, count), *_ = Counter(student.id for student in students).most_common(1) or [("", 0)]
        if count > 1:
            raise CourseError(f"{path} has {most!r} twice.", "Give each student one line.")
        if not students:
            raise CourseError(f"{path} lists no student.", _ADVICE)
        return cls(tuple(students), staff=total - len(students))

    @classmethod
    def of_class(cls, folder: Path) -> "Roster":
        """Read students.csv in a class's folder. Without the file, return an empty roster."""
        path = folder / FILE_NAME
        return cls.read(path) if path.exists() else cls()

    @cached_property
    def _by_number(self) -> dict[str, set[str]]:
        index = defaultdict(set)
        for student in self.students:
            others = [number for key, number in student.others.items() if key not in _SHARED]
            for value in (student.id, student.email, *others):
                if value:
                    index[_normalize(value)].add(student.id)
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
        """Return the id of the only student who matches all data of `owner`, or "" if none does.

        If an archive has a name and a number, both must match. On many platforms, students choose
        their names. A platform's number may equal another student's school number.
        """
        if not self.students:
            return owner.fallback
        people, named = self.find_by_number_or_folders(owner), self.find_by_name(owner)
        if not people:
            people = sorted(named)
        if len(people) != 1 or self.contradicts(people[0], owner):
            return ""
        return people[0] if self._has_name(people[0], owner, named) else ""

    def find_by_name(self, owner: Owner) -> set[str]:
        """Return the ids of students with this name, or else with this value in another column."""
        own = self._by_name.get(normalize_name(owner.name)) if owner.name else None
        return own or self._by_number.get(_normalize(owner.name), set())

    def find_by_number_or_folders(self, owner: Owner) -> list[str]:
        """Return the ids of the students whom the platform's number or a folder identifies."""
        return sorted({*self.find_by_folders(owner), *filter(None, [self.find_by_number(owner)])})

    def find_by_number(self, owner: Owner) -> str:
        """Return the id for the first number that belongs to exactly one student, or ""."""
        return next(self._unambiguous_ids(owner.numbers), "")

    def find_by_folders(self, owner: Owner) -> list[str]:
        """Return the ids of the students after whom the owner's folders are named.

        There may be several students, because a student's folder may contain a folder with another
        student's name.
        """
        return sorted(set(self._unambiguous_ids(owner.folders)))

    def _unambiguous_ids(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            ids = self._by_number.get(_normalize(word)) or self._by_name.get(
                normalize_name(word), set()
            )
            if len(ids) == 1:
                yield from ids

    def contradicts(self, id: str, owner: Owner) -> bool:
        """Return True if the student's number or e-mail differs between roster and archive."""
        student, there = (
            self._by_id[id],
            {_normalize(word) for word in (*owner.numbers, owner.name)},
        )
        words = [student.others.get(owner.platform.casefold(), "")] if owner.numbers else []
        if any("@" in number for number in owner.numbers):
            words.append(student.email)
        words = [_normalize(word) for word in words if word]
        return bool(words) and not any(word in there for word in words)

    def _has_name(self, id: str, owner: Owner, named: set[str]) -> bool:
        """Return True if the name on the platform can be this student's.

        The name on the platform may include a middle name. The name must contain a word of the
        first name and a word of the last name. Canvas removes the spaces from names. A name without
        spaces must contain both words, one of them at its start or at its end.
        """
        if id in named or not owner.name:
            return True
        if named or not owner.numbers or owner.name in owner.numbers:
            return not named  # an unknown name may be a prefix that the student chose
        student = self._by_id[id]
        if not (student.first_name or student.last_name):
            return True
        parts = [part for part in (_words(student.first_name), _words(student.last_name)) if part]
        there = _words(owner.name)
        if len(there) > 1:
            return bool(parts) and all(part & there for part in parts)
        name = normalize_name(owner.name)
        return bool(parts) and any(
            _contains_in_order(name, words)
            for order in permutations(parts)
            for words in product(*order)
        )

    def group_members(self, owner: Owner) -> list[str]:
        """Return the ids of the members of the group that has the owner's name, or [].

        If a folder identifies a student, return [], because this student may have chosen the
        group's name. The platform's number must belong to a member of the group.
        """
        name, people = normalize_name(owner.name), self.find_by_number_or_folders(owner)
        ids = [
            s.id for s in self.students if name and normalize_name(s.others.get(_GROUP, "")) == name
        ]
        if self.find_by_folders(owner) or not set(people) <= set(ids):
            return []
        return [] if ids and all(self.contradicts(id, owner) for id in ids) else ids


def read_students(gradebook: Path) -> list[Student]:
    """Return the students in nbgrader's gradebook."""
    if not gradebook.is_file():
        return []
    with open_gradebook(gradebook) as opened:
        return [
            Student(s.id, s.first_name or "", s.last_name or "", s.email or "")
            for s in opened.students
        ]


def write_students(roster: Roster, gradebook: Path) -> None:
    """Write the roster's names and e-mail addresses to the gradebook, where formgrader finds them.

    Students without a submission are included.
    """
    entries = {student.id: replace(student, others={}) for student in read_students(gradebook)}
    changes = [s for s in roster.students if entries.get(s.id) != replace(s, others={})]
    if not changes or not gradebook.is_file():
        return
    with open_gradebook(gradebook) as opened:
        for s in changes:
            words = {"first_name": s.first_name, "last_name": s.last_name, "email": s.email}
            opened.update_or_create_student(s.id, **words)


def _normalize(text: str) -> str:
    """Fold the case, and compose the accents that macOS decomposes, to compare ids."""
    return normalize("NFC", text).casefold()


def normalize_name(name: str) -> str:
    """Return the letters and digits of a name, without accents and in lower case.

    Other characters are ignored, because each platform removes different ones.
    """
    plain = (char for char in normalize("NFKD", name.casefold()) if not combining(char))
    return "".join(char for char in plain if char.isalnum())


def _words(name: str) -> set[str]:
    """Return the words of a name in the form of `normalize_name`, without empty words."""
    return {normalize_name(word) for word in re.split(r"[\s-]+", name)} - {""}


def _contains_in_order(name: str, words: tuple[str, ...]) -> bool:
    """Return True if `name` contains the words in order, and starts or ends with one of them."""
    if min(map(len, words)) < 2 or not re.search(".*".join(words), name):
        return False
    return name.startswith(words[0]) or name.endswith(words[-1])


def _student(row: dict[str, str], path: Path, line: int) -> Student:
    cells = {str(key).strip().casefold(): (row[key] or "").strip() for key in row if key}
    # Classroom 50's roster.csv has no ids, and no user name until a student accepts the invitation.
    fallback_id = cells.get("username", "") or cells.get("email", "")
    id = cells.pop("id", fallback_id)
    if not id or id in (".", "..") or set(id) & set("/\\\0"):
        problem = f"has the id {id!r}, which is not a valid folder name" if id else "has no id"
        raise CourseError(f"A student {problem}.", _ADVICE, path, line)
    names = {name: cells.pop(name, "") for name in _NAMES}
    return Student(id, **names, email=cells.pop("email", ""), others=cells)
