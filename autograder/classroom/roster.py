"""Read the roster of a class (`students.csv`), and find the student who made a submission."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import permutations, product, zip_longest
from pathlib import Path

from autograder.classroom.names import (
    contains_in_order,
    normalize_id,
    normalize_name,
    split_name,
)
from autograder.classroom.table import read_table
from autograder.core.messages.errors import CourseError

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
    """A student of a class. `others` has further columns of the roster, such as platform ids."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """Return the full name in both orders, normalized, or an empty set if there is no name."""
        first, last = normalize_name(self.first_name), normalize_name(self.last_name)
        return {first + last, last + first} - {""}


@dataclass(frozen=True)
class Owner:
    """The information in an archive or a platform's grade file about one student."""

    numbers: tuple[str, ...] = ()  # ids, e-mail addresses or user names, the most reliable first
    name: str = ""
    fallback: str = ""  # the student's id if there is no roster
    key: str = ""  # distinguishes people of the same name within an archive
    platform: str = ""  # the platform that assigned the numbers, or ""
    folders: tuple[str, ...] = ()  # folders around the file, innermost first; each may be a name


@dataclass(frozen=True)
class Roster:
    """The students of a class. The roster is empty if the class has no students.csv."""

    students: tuple[Student, ...] = ()
    staff: int = 0  # number of lines that were skipped because of a staff role

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """Read a roster file, and skip the lines of staff.

        Raise CourseError if an id is missing, invalid or repeated, or if no student is left.
        """
        head, *lines = read_table(path, _ADVICE) or [[]]
        students = [
            _student(dict(zip_longest(head, line, fillvalue="")), path, number)
            for number, line in enumerate(lines, 2)
            if line
        ]
        total = len(students)
        students = [one for one in students if one.others.get("role", "").casefold() not in _STAFF]
        (id, count), *_ = Counter(student.id for student in students).most_common(1) or [("", 0)]
        if count > 1:
            raise CourseError(f"{path} has {id!r} twice.", "Give each student one line.")
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
                    index[normalize_id(value)].add(student.id)
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
        """Return the id of the student who matches `owner`, or "" if there is not exactly one.

        Without a roster, return `owner.fallback`. If an archive has a name and a number, both must
        match: on many platforms, students choose their names, and a platform's number may equal
        another student's school number. `_has_name` has the exceptions.
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
        """Return the ids of the students with this name.

        If there are none, return those with this text in another column that identifies students.
        """
        ids = self._by_name.get(normalize_name(owner.name)) if owner.name else None
        return ids or self._by_number.get(normalize_id(owner.name), set())

    def find_by_number_or_folders(self, owner: Owner) -> list[str]:
        """Return the sorted ids of the students whom a number or a folder identifies."""
        return sorted({*self.find_by_folders(owner), *filter(None, [self.find_by_number(owner)])})

    def find_by_number(self, owner: Owner) -> str:
        """Return the id for the first number that is one student's number or name, or ""."""
        return next(self._unambiguous_ids(owner.numbers), "")

    def find_by_folders(self, owner: Owner) -> list[str]:
        """Return the sorted ids of the students whose number or name is a folder of the owner.

        There may be several students, because a student's folder may contain a folder with another
        student's name.
        """
        return sorted(set(self._unambiguous_ids(owner.folders)))

    def _unambiguous_ids(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            ids = self._by_number.get(normalize_id(word)) or self._by_name.get(
                normalize_name(word), set()
            )
            if len(ids) == 1:
                yield from ids

    def contradicts(self, id: str, owner: Owner) -> bool:
        """Return True if the archive has other numbers or e-mail addresses than the roster has.

        The roster's number is compared only if the archive has numbers, and the e-mail only if one
        of them is an e-mail address. One equal value is enough to return False.
        """
        student = self._by_id[id]
        values = [student.others.get(owner.platform.casefold(), "")] if owner.numbers else []
        if any("@" in number for number in owner.numbers):
            values.append(student.email)
        roster_values = {normalize_id(value) for value in values if value}
        archive_values = {normalize_id(value) for value in (*owner.numbers, owner.name)}
        return bool(roster_values) and not roster_values & archive_values

    def _has_name(self, id: str, owner: Owner, named: set[str]) -> bool:
        """Return True if the name on the platform can be this student's.

        Without a number in the archive or a name in the roster, every name is accepted that is no
        other student's. Otherwise, the platform's name must contain a word of the first name and a
        word of the last name, and may include a middle name. Canvas removes the spaces from names.
        A name without spaces must contain both words, one of them at its start or at its end.
        """
        if id in named or not owner.name:
            return True
        if named or not owner.numbers or owner.name in owner.numbers:
            return not named  # an unknown name may be a prefix that the student chose
        student = self._by_id[id]
        if not (student.first_name or student.last_name):
            return True
        parts = [
            part for part in (split_name(student.first_name), split_name(student.last_name)) if part
        ]
        platform_words = split_name(owner.name)
        if len(platform_words) > 1:
            return bool(parts) and all(part & platform_words for part in parts)
        name = normalize_name(owner.name)
        return bool(parts) and any(
            contains_in_order(name, words)
            for order in permutations(parts)
            for words in product(*order)
        )

    def group_members(self, owner: Owner) -> list[str]:
        """Return the ids of the members of the group that has the owner's name, or [].

        If a folder identifies a student, return [], because this student may have chosen the
        group's name. If the platform's number identifies a student, the student must be a member.
        If the number or e-mail contradicts the roster for all members, return [].
        """
        name, people = normalize_name(owner.name), self.find_by_number_or_folders(owner)
        ids = [
            s.id for s in self.students if name and normalize_name(s.others.get(_GROUP, "")) == name
        ]
        if self.find_by_folders(owner) or not set(people) <= set(ids):
            return []
        return [] if ids and all(self.contradicts(id, owner) for id in ids) else ids


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
