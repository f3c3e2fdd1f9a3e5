"""Who is in the class: `students.csv`, and whose a hand-in is by what a platform calls them."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import zip_longest
from pathlib import Path
from unicodedata import combining, normalize

from autograder.gradebook.nbgrader.private import gradebook_at
from autograder.gradebook.rows.table import read_table
from autograder.say.errors import CourseError

NAME = "students.csv"
_NAMES = ("first_name", "last_name")
_GROUP = "group"
_SHARED = ("section", _GROUP)  # columns that name nobody alone
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
    """What an archive says of the one who handed in, the surest first."""

    numbers: tuple[str, ...] = ()  # what only one person has
    name: str = ""
    fallback: str = ""  # the id to go by where there is no roster
    mark: str = ""  # tells two people of one name apart, within one archive
    platform: str = ""  # whose numbers these are, where they are its own


@dataclass(frozen=True)
class Roster:
    """The class; empty where nobody wrote one."""

    students: tuple[Student, ...] = ()

    @classmethod
    def read(cls, path: Path) -> "Roster":
        """From a file; a spreadsheet's mark at its beginning is nobody's name."""
        head, *lines = read_table(path, _MEND) or [[]]
        rows = [dict(zip_longest(head, line[: len(head)], fillvalue="")) for line in lines if line]
        found = [_student(row, path, number) for number, row in enumerate(rows, 2)]
        (most, count), *_ = Counter(student.id for student in found).most_common(1) or [("", 0)]
        if count > 1:
            raise CourseError(f"{path} has {most!r} twice.", "Give each student one line.")
        if not found:
            raise CourseError(f"{path} names nobody.", _MEND)
        return cls(tuple(found))

    @classmethod
    def of_class(cls, folder: Path, named: Path | None = None) -> "Roster":
        """The one that is named, or the one that lies in the class's folder."""
        path = named or folder / NAME
        return cls.read(path) if named or path.exists() else cls()

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

    def find(self, owner: Owner) -> str:
        """The one student it can be; nothing where none or several can, or name and number differ.

        A school's number may be another student's on the platform.
        """
        if not self.students:
            return owner.fallback
        if len(self.around(owner)) > 1:
            return ""
        named = self.named(owner)
        if found := self.numbered(owner):
            return found if self._agrees(found, owner, named) else ""
        return next(iter(named)) if len(named) == 1 else ""

    def named(self, owner: Owner) -> set[str]:
        """Who is called so: by their own name, else by what a column says."""
        own = self._by_name.get(squeezed(owner.name)) if owner.name else None
        return own or self._by_number.get(_word(owner.name), set())

    def numbered(self, owner: Owner) -> str:
        """Who it is by the surest of its numbers that only one student has."""
        return next(self._sure(owner.numbers), "")

    def around(self, owner: Owner) -> list[str]:
        """Whom the folders name, where no platform made them: one may lie in another's."""
        own = not owner.platform and owner.name in owner.numbers
        return sorted(set(self._sure(owner.numbers[:-1]))) if own else []

    def _sure(self, words: Iterable[str]) -> Iterator[str]:
        for word in words:
            ids = self._by_number.get(_word(word)) or self._by_name.get(squeezed(word), set())
            if len(ids) == 1:
                yield from ids

    def _agrees(self, id: str, owner: Owner, named: set[str]) -> bool:
        """Whether the name can be this student's: people have more than a roster has of them."""
        if id in named or not owner.name or owner.name in owner.numbers:
            return True
        student = next(student for student in self.students if student.id == id)
        own = student.others.get(owner.platform.casefold(), "").casefold()
        words = f"{student.first_name} {student.last_name}".split()
        alike = any(squeezed(word) in squeezed(owner.name) for word in words if squeezed(word))
        sure = own and own in map(str.casefold, owner.numbers)
        return not named and bool(alike or sure or not words)

    def group(self, owner: Owner) -> list[str]:
        """Its members, where what handed in is called as a group of the roster is.

        In a student's folder it is that student who calls it so.
        """
        name = "" if self.around(owner) else squeezed(owner.name)
        return [s.id for s in self.students if name and squeezed(s.others.get(_GROUP, "")) == name]


def in_gradebook(gradebook: Path) -> list[Student]:
    """Whom nbgrader knows: from a roster, from `nbgrader db student`, or since they handed in."""
    if not gradebook.is_file():
        return []
    with gradebook_at(gradebook) as opened:
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
    with gradebook_at(gradebook) as opened:
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


def _student(row: dict[str, str], path: Path, line: int) -> Student:
    cells = {str(key).strip().casefold(): (row[key] or "").strip() for key in row if key}
    id = cells.pop("id", "")
    if not id or id in (".", "..") or set(id) & set("/\\\0"):
        said = f"has the id {id!r}, which no folder can have" if id else "has no id"
        raise CourseError(f"A student {said}.", _MEND, path, line)
    names = {name: cells.pop(name, "") for name in _NAMES}
    return Student(id, **names, email=cells.pop("email", ""), others=cells)
