"""Normalize a submitted notebook into the sequence of cells that is graded.

A cell of the course is recognized by its grade_id, cell id, marker comment or text, in this order.
A marker that contradicts the grade_id or the cell id takes precedence. An answer cell keeps the
student's text. Every other cell of the course is replaced by the original. All other cells are the
student's own and keep their order.

So a student loses no points if one of the course's other cells was deleted, duplicated or edited,
or if an answer cell lost its metadata. A student cannot forge a cell of the course.
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
FoundCell = tuple[str, str, str]  # role, task, text of a submitted cell


@dataclass(frozen=True)
class GradedCell:
    """One cell of the graded sequence."""

    role: str  # one of FRAME, EXTRA or TEXT; for a task: prose, given, answer, essay or check
    task: str
    source: str

    @property
    def from_course(self) -> bool:
        """Return True if the cell's text comes from the course, False if a student wrote it."""
        return self.role not in ("answer", "essay", EXTRA, TEXT)


@dataclass(frozen=True)
class Submission:
    """The normalized submission of one student for one unit."""

    student: str
    pieces: tuple[GradedCell, ...]
    answered: frozenset[str]  # tasks whose answer cell differs from the stub
    wrappers: tuple[GradedCell, ...] = ()  # course code that wraps answers; run after all cells
    required_names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # by task
    repeated: frozenset[str] = frozenset()  # tasks with several answers, of which the last counts

    @property
    def sources(self) -> dict[str, str]:
        """Return the text of each answer that counts, by task."""
        return {piece.task: piece.source for piece in self.pieces if piece.role in ANSWERS}

    def code(self) -> list[tuple[str, GradedCell]]:
        """Return pairs of a name and a cell to run, in order; error messages quote the name.

        These are `given` cells, answers and the student's own code, and then the wrappers. The name
        is the task, or "cell N" for the student's own code.
        """
        runs = [p for p in self.pieces if p.role in ("given", "answer", EXTRA)]
        runs += self.wrappers
        return [(f"cell {n}" if p.role == EXTRA else p.task, p) for n, p in enumerate(runs, 1)]


def normalize_submission(
    course: Course, unit: Unit, student: str, cells: Iterable[dict[str, Any]]
) -> Submission:
    """Normalize a submission; raise NeedsReview if it has no answer and starts another unit."""
    cells = list(cells)
    ours = {cell["id"]: cell for cell in unit_cells(course, unit)}
    roles = _roles(unit, ours)
    fixed = {n: cell for n, cell in ours.items() if not cell["metadata"]["nbgrader"]["solution"]}
    labels = {_strip_lines(cell["source"]): roles[name] for name, cell in fixed.items()}
    stubs = {task.id: _stub(task) for task in unit.tasks}
    entries = _with_titles(
        [(*_identify_cell(cell, roles, labels), cell["source"]) for cell in cells], labels
    )
    entries = [part for item in entries for part in _split_statement(*item, ours)]
    entries = [_answer_in_check_cell(*item, unit) for item in entries]
    entries = _with_essays(entries, {t.id: t.stub for t in unit.tasks if not t.kind.judged})
    # If a task has several answer cells, an unchanged stub must not replace an answer above it.
    answers = [(task, at) for at, (role, task, text) in enumerate(entries) if role in ANSWERS]
    empty = {task: ("", marker(task, "answer"), _strip_lines(stub)) for task, stub in stubs.items()}
    touched = {task: at for task, at in answers if _strip_lines(entries[at][2]) not in empty[task]}
    if not touched:
        refuse_another_unit(course, unit, cells)
    last = dict(answers) | touched
    builder = _SequenceBuilder(
        ours, {t.id: "answer" if t.kind.judged else "essay" for t in unit.tasks}
    )
    for at, (role, task, source) in enumerate(entries):
        if role in ("prose", "given"):
            builder.open(task)
        if role in ("setup", "given", "check") and (
            added := builder.added_text(role, task, source)
        ):
            builder.add(GradedCell(EXTRA, "", added))
        elif role in ANSWERS and at == last[task]:
            has_answer = role == "answer" or task in touched
            builder.answer(task, source if has_answer else stubs[task])
        elif role in ANSWERS and _strip_lines(source) != _strip_lines(stubs[task]):
            # An earlier version of the answer runs at its own position, as it did for the student.
            builder.open(task)
            builder.add(GradedCell(EXTRA if role == "answer" else TEXT, "", source))
        elif role in (EXTRA, TEXT) and source.strip():
            builder.add(GradedCell(role, "", source))
    wrappers = tuple(GradedCell("given", t.id, t.wrapper) for t in unit.judged if t.wrapper)
    required_names = {task.id: task.learner_names for task in unit.judged}
    texts = {(task, _strip_lines(entries[at][2])) for task, at in answers}
    counts = Counter(task for task, text in texts if text not in empty[task])
    repeated = frozenset(task for task, count in counts.items() if count > 1)
    return Submission(
        student, builder.close(stubs), frozenset(touched), wrappers, required_names, repeated
    )


def _with_titles(cells: list[FoundCell], labels: Mapping[str, tuple[str, str]]) -> list[FoundCell]:
    """Recognize an edited task statement by its title, if no other cell is this statement.

    The title is the first line. `cells` is changed in place and returned.
    """
    titles = {text.split("\n", 1)[0]: who for text, who in labels.items() if who[0] == "prose"}
    present = {task for role, task, _ in cells if role == "prose"}
    for at, (role, _, text) in enumerate(cells):
        who = titles.get(_strip_lines(text).split("\n", 1)[0]) if role == TEXT else None
        if who and who[1] not in present:
            cells[at] = (*who, text)
    return cells


def _split_statement(role: str, task: str, text: str, ours: Mapping[str, Cell]) -> list[FoundCell]:
    """Return a cell and, if it contains a complete statement, the text around it as own cells."""
    statement = ours[grade_id(task, role)]["source"] if role == "prose" else ""
    before, separator, after = text.partition(statement) if statement else ("", "", "")
    added = [part for part in (before, after) if separator and part.strip()]
    return [(role, task, text), *((TEXT, "", part.strip()) for part in added)]


def _answer_in_check_cell(role: str, task: str, text: str, unit: Unit) -> FoundCell:
    """Return a check cell as an answer cell if it has no marker and binds a name of the task.

    Any other cell is returned unchanged. In a notebook, `check()` also accepts an answer
    in the check cell.
    """
    if role == "check" and read_marker(text) is None:
        names = "|".join(unit.task(task).learner_names)
        if re.search(rf"^(?:def )?(?:{names})\b *(?:[(:,].*)?[:=]", text, re.MULTILINE):
            return "answer", task, text
    return role, task, text


def _with_essays(cells: list[FoundCell], stubs: Mapping[str, str]) -> list[FoundCell]:
    """If an essay's cell is missing or empty, use the text cells between statement and next task.

    An essay has no marker comment. If an editor deleted the names of cells, the essay's cell may
    therefore not be recognized. A student may also have written the essay below its cell. `cells`
    is changed in place and returned.
    """
    current = ""
    texts: dict[str, list[int]] = {task: [] for task in stubs}
    for at, (role, task, text) in enumerate(cells):
        if role not in (EXTRA, TEXT):
            current = task if role in ("prose", "essay") else ""
        if role not in (TEXT, "essay") or current not in texts:
            continue
        if _strip_lines(text) not in ("", _strip_lines(stubs[current])):
            texts[current].append(at)
    for task, places in texts.items():
        if places and not any(cells[at][0] == "essay" for at in places):
            essay = "\n\n".join(cells[at][2] for at in places)
            for at in places:
                cells[at] = (TEXT, "", "")
            cells[places[0]] = ("essay", task, essay)
    return cells


def _stub(task: Task) -> str:
    return f"{marker(task.id, 'answer')}\n{task.stub}" if task.kind.judged else task.stub


class _SequenceBuilder:
    """Builds the sequence of graded cells.

    For each task, the prose and `given` cells are added once, before the answer. The check cell is
    added once, after the answer.
    """

    def __init__(self, ours: Mapping[str, Cell], roles: Mapping[str, str]) -> None:
        self._ours = ours
        self._roles = roles  # the role of each task's answer cell: answer or essay
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
                self._pieces.append(GradedCell(role, task, cell["source"]))

    def answer(self, task: str, source: str) -> None:
        self.open(task)
        self._answered.add(task)
        self._pieces.append(GradedCell(self._roles[task], task, source))
        if self._roles[task] == "answer":
            self._pieces.append(GradedCell("check", task, self._ours[task]["source"]))

    def added_text(self, role: str, task: str, source: str) -> str:
        """Return the text that a student added to a cell of the course, or "".

        Colab lets students edit the course's cells, for example to add an import. If the original
        text is not complete, return "", because the cell may be from an older version of the
        course.
        """
        ours = self._ours[grade_id(task, role) if task else role]["source"]
        return source.replace(ours, "", 1).strip() if ours in source else ""

    def add(self, piece: GradedCell) -> None:
        self._pieces.append(piece)

    def close(self, stubs: Mapping[str, str]) -> tuple[GradedCell, ...]:
        # Insert missing stubs at the beginning. A stub at the end would replace an answer that the
        # student wrote into another cell.
        body, self._pieces = self._pieces[len(self._head) :], list(self._head)
        for task in self._roles:
            if task not in self._answered:
                self.answer(task, stubs[task])
        return (*self._pieces, *body, self._frame("closing"), self._frame("everything"))

    def _frame(self, name: str) -> GradedCell:
        return GradedCell(name, "", self._ours[name]["source"])


def _roles(unit: Unit, ours: Mapping[str, Cell]) -> dict[str, tuple[str, str]]:
    roles = {name: (name, "") for name in FRAME}
    for task in unit.tasks:
        for role in ("prose", "given", "answer", "check"):
            name = grade_id(task.id, role)
            if name in ours:
                graded_text = not task.kind.judged and role == "check"
                roles[name] = ("essay" if graded_text else role, task.id)
    return roles


def _identify_cell(
    cell: Mapping[str, Any],
    roles: Mapping[str, tuple[str, str]],
    labels: Mapping[str, tuple[str, str]],
) -> tuple[str, str]:
    """Return the role and the task of a submitted cell. Cells outside of tasks have the task ""."""
    marked = read_marker(cell["source"])
    for name in (cell["grade_id"], cell["id"]):
        role = roles.get(name)
        # A split or pasted cell may have the metadata of another cell, so the marker takes
        # precedence.
        if role and (marked is None or marked == (role[1], role[0])):
            return role
    if marked and (role := roles.get(grade_id(*marked))):
        return role
    if role := labels.get(_strip_lines(cell["source"])):
        return role
    return (EXTRA if cell["type"] == "code" else TEXT), ""


def _strip_lines(source: str) -> str:
    return "\n".join(line.rstrip() for line in source.strip().splitlines())
