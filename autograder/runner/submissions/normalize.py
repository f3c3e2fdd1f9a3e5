"""Normalize a submitted notebook into the sequence of cells that is graded.

An answer cell keeps the student's text. Every other cell of the course is replaced by the original.
All other cells are the student's own and keep their order.

So a student loses no points if one of the course's other cells was deleted, duplicated or edited,
or if an answer cell lost its metadata. A student cannot forge a cell of the course.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from autograder.core.course.cell_marker import marker
from autograder.core.course.course import Course, Unit
from autograder.notebook.release import Cell, grade_id, unit_cells
from autograder.runner.submissions.identity import refuse_another_unit
from autograder.runner.submissions.recognize_cells import FoundCell, recognize_cells, strip_lines
from autograder.runner.submissions.submission import ANSWERS, EXTRA, TEXT, GradedCell, Submission


@dataclass(frozen=True)
class _Answers:
    """The answer cells of a notebook."""

    positions: Mapping[str, int]  # by task, the position of the answer that counts
    answered: frozenset[str]  # tasks with an answer that differs from the stub
    repeated: frozenset[str]  # tasks with several different answers


def normalize_submission(
    course: Course, unit: Unit, student: str, cells: Iterable[dict[str, Any]]
) -> Submission:
    """Normalize a submission; raise NeedsReview if it has no answer and starts another unit."""
    cells = list(cells)
    originals = {cell["id"]: cell for cell in unit_cells(course, unit)}
    stubs = {
        t.id: f"{marker(t.id, 'answer')}\n{t.stub}" if t.kind.judged else t.stub for t in unit.tasks
    }
    found = recognize_cells(unit, originals, cells)
    answers = _find_answers(found, stubs)
    if not answers.answered:
        refuse_another_unit(course, unit, cells)
    answer_roles = {t.id: "answer" if t.kind.judged else "essay" for t in unit.tasks}
    pieces = _arrange(found, answers, stubs, _SequenceBuilder(originals, answer_roles))
    wrappers = tuple(GradedCell("given", t.id, t.wrapper) for t in unit.judged if t.wrapper)
    required_names = {task.id: task.learner_names for task in unit.judged}
    return Submission(student, pieces, answers.answered, wrappers, required_names, answers.repeated)


def _find_answers(found: Sequence[FoundCell], stubs: Mapping[str, str]) -> _Answers:
    """Find the answers, of which the last counts that is neither empty nor an unchanged stub.

    If a task has only empty answers and stubs, the last of them counts.
    """
    empty = {task: ("", marker(task, "answer"), strip_lines(stub)) for task, stub in stubs.items()}
    last, changed, texts = dict[str, int](), dict[str, int](), set[tuple[str, str]]()
    for at, (role, task, source) in enumerate(found):
        if role in ANSWERS:
            last[task] = at
            if (text := strip_lines(source)) not in empty[task]:
                changed[task] = at
                texts.add((task, text))
    counts = Counter(task for task, _ in texts)
    repeated = frozenset(task for task, count in counts.items() if count > 1)
    return _Answers(last | changed, frozenset(changed), repeated)


def _arrange(
    found: Sequence[FoundCell],
    answers: _Answers,
    stubs: Mapping[str, str],
    builder: "_SequenceBuilder",
) -> tuple[GradedCell, ...]:
    """Return the graded cells in the order of the notebook."""
    for at, (role, task, source) in enumerate(found):
        if role in ("prose", "given"):
            builder.open(task)
        if role in ("setup", "given", "check") and (
            added := builder.added_text(role, task, source)
        ):
            builder.add(GradedCell(EXTRA, "", added))
        elif role in ANSWERS and at == answers.positions[task]:
            has_answer = role == "answer" or task in answers.answered
            builder.answer(task, source if has_answer else stubs[task])
        elif role in ANSWERS and strip_lines(source) != strip_lines(stubs[task]):
            # An earlier version of the answer runs at its own position, as it did for the student.
            builder.open(task)
            builder.add(GradedCell(EXTRA if role == "answer" else TEXT, "", source))
        elif role in (EXTRA, TEXT) and source.strip():
            builder.add(GradedCell(role, "", source))
    return builder.close(stubs)


class _SequenceBuilder:
    """Builds the sequence of graded cells.

    For each task, the prose and `given` cells are added once, before the answer. The check cell is
    added once, after the answer.
    """

    def __init__(self, originals: Mapping[str, Cell], roles: Mapping[str, str]) -> None:
        self._originals = originals
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
            if cell := self._originals.get(grade_id(task, role)):
                self._pieces.append(GradedCell(role, task, cell["source"]))

    def answer(self, task: str, source: str) -> None:
        self.open(task)
        self._answered.add(task)
        self._pieces.append(GradedCell(self._roles[task], task, source))
        if self._roles[task] == "answer":
            self._pieces.append(GradedCell("check", task, self._originals[task]["source"]))

    def added_text(self, role: str, task: str, source: str) -> str:
        """Return the text that a student added to a cell of the course, or "".

        Colab lets students edit the course's cells, for example to add an import. If the original
        text is not complete, return "", because the cell may be from an older version of the
        course.
        """
        original = self._originals[grade_id(task, role) if task else role]["source"]
        return source.replace(original, "", 1).strip() if original in source else ""

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
        return GradedCell(name, "", self._originals[name]["source"])
