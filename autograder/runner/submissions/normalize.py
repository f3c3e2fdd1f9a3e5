"""A submitted notebook normalised: our cells from our source, theirs in order, as it is graded.

What carries one of our names (grade_id, then cell id, then marker comment, then equal text) is
ours and is replaced by the original; an answer is the student's text in our place; every other
cell is the student's own and stays where it was. So a cell that was deleted, duplicated, retyped,
edited or stripped of its metadata costs nobody anything, and none of ours can be forged.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from autograder.core.course.cell_marker import marker, read_marker
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.release import Cell, grade_id, unit_cells
from autograder.runner.submissions.identity import refuse_another_unit

FRAME = ("title", "setup", "closing", "everything")
EXTRA = "extra"
TEXT = "text"
ANSWERS = ("answer", "essay")
Found = tuple[str, str, str]  # role, task, text of a submitted cell


@dataclass(frozen=True)
class Piece:
    """One cell of the graded sequence: its role, its task if it has one, its text."""

    role: str  # title, setup, closing; prose, given, answer or essay, check; extra, text
    task: str
    source: str

    @property
    def ours(self) -> bool:
        """Taken from our source, never from the submission."""
        return self.role not in ("answer", "essay", EXTRA, TEXT)


@dataclass(frozen=True)
class Submission:
    """What one student handed in for one unit, healed."""

    student: str
    pieces: tuple[Piece, ...]
    answered: frozenset[str]  # tasks whose answer cell differs from the stub
    wrappers: tuple[Piece, ...] = ()  # functions of ours around an answer, once all cells have run
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # names, by task
    repeated: frozenset[str] = frozenset()  # tasks with several answers, of which the last counts

    @property
    def sources(self) -> dict[str, str]:
        """Return the text of each answer, by task."""
        return {piece.task: piece.source for piece in self.pieces if piece.role in ANSWERS}

    def code(self) -> list[tuple[str, Piece]]:
        """The cells to run, in order, each with a name for its errors; checks are the judge's."""
        runs = [p for p in self.pieces if p.role in ("given", "answer", EXTRA)]
        runs += self.wrappers
        return [(f"cell {n}" if p.role == EXTRA else p.task, p) for n, p in enumerate(runs, 1)]


def heal(course: Course, unit: Unit, student: str, cells: Iterable[dict[str, Any]]) -> Submission:
    """The submission as it is graded; an Accident where it is another unit's."""
    cells = list(cells)
    ours = {cell["id"]: cell for cell in unit_cells(course, unit)}
    roles = _roles(unit, ours)
    fixed = {n: cell for n, cell in ours.items() if not cell["metadata"]["nbgrader"]["solution"]}
    known = {_bare(cell["source"]): roles[name] for name, cell in fixed.items()}
    stubs = {task.id: _stub(task) for task in unit.tasks}
    found = _with_titles([(*_who(cell, roles, known), cell["source"]) for cell in cells], known)
    found = [part for one in found for part in _apart(*one, ours)]
    found = [_written_over(*one, unit) for one in found]
    found = _with_essays(found, {t.id: t.stub for t in unit.tasks if not t.kind.judged})
    # A second, untouched stub would only undo the answer that stands above it.
    answers = [(task, at) for at, (role, task, text) in enumerate(found) if role in ANSWERS]
    nothing = {task: ("", marker(task, "answer"), _bare(stub)) for task, stub in stubs.items()}
    touched = {task: at for task, at in answers if _bare(found[at][2]) not in nothing[task]}
    if not touched:
        refuse_another_unit(course, unit, cells)
    last = dict(answers) | touched
    places = _Places(ours, {t.id: "answer" if t.kind.judged else "essay" for t in unit.tasks})
    for at, (role, task, source) in enumerate(found):
        if role in ("prose", "given"):
            places.open(task)
        if role in ("setup", "given", "check") and (added := places.added(role, task, source)):
            places.add(Piece(EXTRA, "", added))
        elif role in ANSWERS and at == last[task]:
            says = role == "answer" or task in touched
            places.answer(task, source if says else stubs[task])
        elif role in ANSWERS and _bare(source) != _bare(stubs[task]):
            # An earlier duplicate runs where it stood, as it did for the student.
            places.open(task)
            places.add(Piece(EXTRA if role == "answer" else TEXT, "", source))
        elif role in (EXTRA, TEXT) and source.strip():
            places.add(Piece(role, "", source))
    wrappers = tuple(Piece("given", t.id, t.wrapper) for t in unit.judged if t.wrapper)
    asked = {task.id: task.written for task in unit.judged}
    texts = {(task, _bare(found[at][2])) for task, at in answers}
    many = Counter(task for task, text in texts if text not in nothing[task])
    repeated = frozenset(task for task, count in many.items() if count > 1)
    return Submission(student, places.close(stubs), frozenset(touched), wrappers, asked, repeated)


def _with_titles(found: list[Found], known: Mapping[str, tuple[str, str]]) -> list[Found]:
    """A statement that read otherwise when it was given out has its title, and nobody else's."""
    titles = {text.split("\n", 1)[0]: who for text, who in known.items() if who[0] == "prose"}
    there = {task for role, task, _ in found if role == "prose"}
    for at, (role, _, text) in enumerate(found):
        who = titles.get(_bare(text).split("\n", 1)[0]) if role == TEXT else None
        if who and who[1] not in there:
            found[at] = (*who, text)
    return found


def _apart(role: str, task: str, text: str, ours: Mapping[str, Cell]) -> list[Found]:
    """What was written into the cell of a statement, below it, as a cell of its own."""
    statement = ours[grade_id(task, role)]["source"] if role == "prose" else ""
    before, ours_in_it, after = text.partition(statement) if statement else ("", "", "")
    more = [part for part in (before, after) if ours_in_it and part.strip()]
    return [(role, task, text), *((TEXT, "", part.strip()) for part in more)]


def _written_over(role: str, task: str, text: str, unit: Unit) -> Found:
    """An answer in the place of its check: at home `check()` finds it."""
    if role == "check" and read_marker(text) is None:
        names = "|".join(unit.task(task).written)
        if re.search(rf"^(?:def )?(?:{names})\b *(?:[(:,].*)?[:=]", text, re.MULTILINE):
            return "answer", task, text
    return role, task, text


def _with_essays(found: list[Found], stubs: Mapping[str, str]) -> list[Found]:
    """Where an essay's box says nothing, what is written between its statement and the next task.

    Editors drop the names of cells, and an essay has no marker; or it was written below its box.
    """
    here = ""
    said: dict[str, list[int]] = {task: [] for task in stubs}
    for at, (role, task, text) in enumerate(found):
        if role not in (EXTRA, TEXT):
            here = task if role in ("prose", "essay") else ""
        if role in (TEXT, "essay") and here in said and _bare(text) not in ("", _bare(stubs[here])):
            said[here].append(at)
    for task, places in said.items():
        if places and not any(found[at][0] == "essay" for at in places):
            essay = "\n\n".join(found[at][2] for at in places)
            for at in places:
                found[at] = (TEXT, "", "")
            found[places[0]] = ("essay", task, essay)
    return found


def _stub(task: Task) -> str:
    return f"{marker(task.id, 'answer')}\n{task.stub}" if task.kind.judged else task.stub


class _Places:
    """The sequence as it grows; each task opens once (prose, given) and closes once (check)."""

    def __init__(self, ours: Mapping[str, Cell], roles: Mapping[str, str]) -> None:
        self._ours = ours
        self._roles = roles  # answer or essay, by task, in order
        self._head = [self._frame("title"), self._frame("setup")]
        self._pieces = list(self._head)
        self._opened: set[str] = set()
        self._answered: set[str] = set()

    def open(self, task: str) -> None:
        if task in self._opened:
            return
        self._opened.add(task)
        for role in ("prose", "given"):
            if cell := self._ours.get(grade_id(task, role)):
                self._pieces.append(Piece(role, task, cell["source"]))

    def answer(self, task: str, source: str) -> None:
        self.open(task)
        self._answered.add(task)
        self._pieces.append(Piece(self._roles[task], task, source))
        if self._roles[task] == "answer":
            self._pieces.append(Piece("check", task, self._ours[task]["source"]))

    def added(self, role: str, task: str, source: str) -> str:
        """What a student wrote into a cell of ours, where all of ours is still in it.

        Colab lets them: an import there serves at home. An older cell of ours is no student's.
        """
        ours = self._ours[grade_id(task, role) if task else role]["source"]
        return source.replace(ours, "", 1).strip() if ours in source else ""

    def add(self, piece: Piece) -> None:
        self._pieces.append(piece)

    def close(self, stubs: Mapping[str, str]) -> tuple[Piece, ...]:
        # A stub that was deleted comes first: at the end it would undo an answer that its author
        # wrote into a cell of their own.
        theirs, self._pieces = self._pieces[len(self._head) :], list(self._head)
        for task in self._roles:
            if task not in self._answered:
                self.answer(task, stubs[task])
        return (*self._pieces, *theirs, self._frame("closing"), self._frame("everything"))

    def _frame(self, name: str) -> Piece:
        return Piece(name, "", self._ours[name]["source"])


def _roles(unit: Unit, ours: Mapping[str, Cell]) -> dict[str, tuple[str, str]]:
    roles = {name: (name, "") for name in FRAME}
    for task in unit.tasks:
        for role in ("prose", "given", "answer", "check"):
            name = grade_id(task.id, role)
            if name in ours:
                graded_text = not task.kind.judged and role == "check"
                roles[name] = ("essay" if graded_text else role, task.id)
    return roles


def _who(
    cell: Mapping[str, Any],
    roles: Mapping[str, tuple[str, str]],
    known: Mapping[str, tuple[str, str]],
) -> tuple[str, str]:
    """(role, task) of a submitted cell."""
    marked = read_marker(cell["source"])
    for name in (cell["grade_id"], cell["id"]):
        role = roles.get(name)
        # A split or pasted cell can carry another cell's metadata; its marker knows better.
        if role and (marked is None or marked == (role[1], role[0])):
            return role
    if marked and (role := roles.get(grade_id(*marked))):
        return role
    if role := known.get(_bare(cell["source"])):
        return role
    return (EXTRA if cell["type"] == "code" else TEXT), ""


def _bare(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())
