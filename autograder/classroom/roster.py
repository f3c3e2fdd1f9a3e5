"""Who is in the class: `students.csv`, and whose a hand-in is by what a platform calls them."""

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
_SHARED = ("section", "role", _GROUP)  # columns that name nobody alone
# Roles that Classroom 50 and other platforms write for people who are not students.
_STAFF = frozenset(
    ("teacher", "instructor", "head-ta", "ta", "teaching assistant", "staff", "owner", "admin")
)
_MEND = "Its first line names the columns: id,first_name,last_name,email and those of platforms."


@dataclass(frozen=True)
class Student:
    """One line. `others` has every further column: a platform's number or name, a section."""

    id: str
    first_name: str = ""
    last_name: str = ""
    email: str = ""
    others: dict[str, str] = field(default_factory=dict)

    @property
    def names(self) -> set[str]:
        """The full name in either order, as platforms squeeze it."""
        first, last = squeezed(self.first_name), squeezed(self.last_name)
        return {first + last, last + first} - {""}


@dataclass(frozen=True)
class Owner:
    """What an archive says about the student who handed in. Each entry is a witness."""

    numbers: tuple[str, ...] = ()  # identifiers that the platform wrote, the most reliable first
    name: str = ""
    fallback: str = ""  # the student's id where there is no roster
    mark: str = ""  # tells two people of one name apart, within one archive
    platform: str = ""  # the platform that assigned the numbers
    folders: tuple[str, ...] = ()  # that a person made around the file; each may name a student


@dataclass(frozen=True)
class Roster:
    """The class; empty where nobody wrote one."""

    students: tuple[Student, ...] = ()
    staff: int = 0  # lines that were dropped because of their role

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """From a file; a spreadsheet's mark at its beginning is nobody's name."""
        head, *lines = read_table(path, _MEND) or [[]]
        rows = [dict(zip_longest(head, line[: len(head)], fillvalue="")) for line in lines if line]
        found = [_student(row, path, number) for number, row in enumerate(rows, 2)]
        total = len(found)
        found = [one for one in found if one.others.get("role", "").casefold() not in _STAFF]
        (most, count), *_ = Counter(student.id for student in found).most_common(1) or [("", 0)]
        if count > 1:
            raise CourseError(f"{path} has {most!r} twice.", "Give each student one line.")
        if not found:
            raise CourseError(f"{path} names nobody.", _MEND)
        return cls(tuple(found), staff=total - len(found))

    @classmethod
    def of_class(cls, folder: Path) -> "Roster":
        """Return the roster in the class's folder; an empty one if there is none."""
        path = folder / NAME
        return cls.read(path) if path.exists() else cls()

    @cached_property
    def _by_number(self) -> dict[str, set[str]]:
        found = defaultdict(set)
        for student in self.students:
            others = [said for key, said in student.others.items() if key not in _SHARED]
            for value in (student.id, student.email, *others):
                if value:
                    found[_word(value)].add(student.id)
        return found

    @cached_property
    def _by_name(self) -> dict[str, set[str]]:
        found = defaultdict(set)
        for student in self.students:
            for name in student.names:
                found[name].add(student.id)
        return found

    @cached_property
    def _by_id(self) -> dict[str, Student]:
        return {student.id: student for student in self.students}

    def find(self, owner: Owner) -> str:
        """Return the one student whom every witness allows, or "" where they leave a doubt.

        A name is chosen by its student on many platforms, and a school's number may be another
        student's on the platform. So where the archive has both, both have to agree.
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
        """Return the students with this name: their own, else one that a column holds."""
        own = self._by_name.get(squeezed(owner.name)) if owner.name else None
        return own or self._by_number.get(_word(owner.name), set())

    def witnessed(self, owner: Owner) -> list[str]:
        """Return the students that the platform's number and the folders around a file name."""
        return sorted({*self.around(owner), *filter(None, [self.numbered(owner)])})

    def numbered(self, owner: Owner) -> str:
        """Return the student with the first of its numbers that only one student has."""
        return next(self._sure(owner.numbers), "")

    def around(self, owner: Owner) -> list[str]:
        """Return the students whom the folders name: one may lie in another student's folder."""
        return sorted(set(self._sure(owner.folders)))

    def _sure(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            ids = self._by_number.get(_word(word)) or self._by_name.get(squeezed(word), set())
            if len(ids) == 1:
                yield from ids

    def contradicts(self, id: str, owner: Owner) -> bool:
        """Return True if the roster has another number or address for this student."""
        student, there = self._by_id[id], {_word(word) for word in (*owner.numbers, owner.name)}
        known = [student.others.get(owner.platform.casefold(), "")] if owner.numbers else []
        if any("@" in number for number in owner.numbers):
            known.append(student.email)
        known = [_word(word) for word in known if word]
        return bool(known) and not any(word in there for word in known)

    def _has_name(self, id: str, owner: Owner, named: set[str]) -> bool:
        """Return True if the name can be this student's.

        Platforms have more of a name than a roster has: a middle name, a second family name. So
        a word of the first name and a word of the last name have to occur in it. Canvas removes
        the spaces: there, one of the two words begins or ends the name.
        """
        if id in named or not owner.name:
            return True
        if named or not owner.numbers or owner.name in owner.numbers:
            return not named  # nobody's name in a student's own folder is a file's own
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
        """Return the members of the group with this name, unless another witness denies it.

        A student may write the name in their own folder. A platform's number has to be a member's.
        """
        name, people = squeezed(owner.name), self.witnessed(owner)
        found = [s.id for s in self.students if name and squeezed(s.others.get(_GROUP, "")) == name]
        if self.around(owner) or not set(people) <= set(found):
            return []
        return [] if found and all(self.contradicts(id, owner) for id in found) else found


def in_gradebook(gradebook: Path) -> list[Student]:
    """Whom nbgrader knows: from a roster, from `nbgrader db student`, or since they handed in."""
    if not gradebook.is_file():
        return []
    with open_gradebook(gradebook) as opened:
        return [
            Student(s.id, s.first_name or "", s.last_name or "", s.email or "")
            for s in opened.students
        ]


def enrol(roster: Roster, gradebook: Path) -> None:
    """Names and addresses as formgrader shows them; whoever hands in nothing is there as well."""
    known = {student.id: replace(student, others={}) for student in in_gradebook(gradebook)}
    wanted = [s for s in roster.students if known.get(s.id) != replace(s, others={})]
    if not wanted or not gradebook.is_file():
        return
    with open_gradebook(gradebook) as opened:
        for s in wanted:
            words = {"first_name": s.first_name, "last_name": s.last_name, "email": s.email}
            opened.update_or_create_student(s.id, **words)


def _word(text: str) -> str:
    """As it is found again: a Mac takes letters apart."""
    return normalize("NFC", text).casefold()


def squeezed(name: str) -> str:
    """Letters and digits alone, without accents: platforms drop the rest, each in its own way."""
    plain = (sign for sign in normalize("NFKD", name.casefold()) if not combining(sign))
    return "".join(sign for sign in plain if sign.isalnum())


def _words(name: str) -> set[str]:
    """Return the squeezed words of a name, without those that have neither letter nor digit."""
    return {squeezed(word) for word in re.split(r"[\s-]+", name)} - {""}


def _fits(name: str, words: tuple[str, ...]) -> bool:
    """Return True if a name without spaces holds the words in order, one of them at an end."""
    if min(map(len, words)) < 2 or not re.search(".*".join(words), name):
        return False
    return name.startswith(words[0]) or name.endswith(words[-1])


def _student(row: dict[str, str], path: Path, line: int) -> Student:
    cells = {str(key).strip().casefold(): (row[key] or "").strip() for key in row if key}
    # Classroom 50's roster.csv has no id, and no user's name before an invitation is accepted.
    instead = cells.get("username", "") or cells.get("email", "")
    id = cells.pop("id", instead)
    if not id or id in (".", "..") or set(id) & set("/\\\0"):
        said = f"has the id {id!r}, which no folder can have" if id else "has no id"
        raise CourseError(f"A student {said}.", _MEND, path, line)
    names = {name: cells.pop(name, "") for name in _NAMES}
    return Student(id, **names, email=cells.pop("email", ""), others=cells)
