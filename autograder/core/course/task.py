"""A task: two files from which the notebook and the check are derived."""

from __future__ import annotations

import ast
import hashlib
from base64 import b64decode
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any

from autograder.core.course.edits import apply_edit, split_message
from autograder.core.course.task_file import (
    Cell,
    Place,
    answers_path,
    cut_solution,
    read,
    read_answers,
    read_text,
    uncomment,
)
from autograder.core.course.task_header import validate_header
from autograder.core.messages.errors import CourseError

if TYPE_CHECKING:
    from autograder.core.grading.check import Kind


@dataclass(frozen=True)
class Variant:
    """A known wrong answer, which the check must recognise, or another right answer."""

    name: str
    message: str
    source: str
    place: Place  # where `source` starts


@dataclass(frozen=True)
class Task:
    """One exercise: the header and the cells of a task file and its answers file."""

    id: str
    unit: str
    path: Path
    title: str
    kind: Kind
    points: float
    minutes: int
    star: bool
    hints: tuple[str, ...]
    rubric: tuple[tuple[float, str], ...]  # for prose: pairs of points and a criterion
    choices: tuple[str, ...]  # parts of the solution that other right answers may change
    cells: tuple[Cell, ...]
    digest: str  # SHA-256 of the texts of both files

    @classmethod
    def read(cls, path: Path) -> Task:
        """Parse a task file and its answers file, if there is one.

        Raise CourseError with the file and the line if a file is malformed.
        """
        text = read_text(path)
        header, cells = read(text, path)
        answers = answers_path(path)
        if answers.exists():
            more = read_text(answers)
            cells += read_answers(more, answers)
            text += more
        task = cls(
            id=path.stem,
            unit=path.parent.name,
            path=path,
            cells=cells,
            digest=hashlib.sha256(text.encode()).hexdigest(),
            **validate_header(header, path),
        )
        _check_cells(task)
        return task

    def _source(self, title: str) -> str:
        return "\n\n".join(cell.source for cell in self.cells if cell.title == title)

    def cell(self, title: str) -> Cell | None:
        """Return the first cell of the task with this title, or None."""
        return next((cell for cell in self.cells if cell.title == title), None)

    @property
    def prose(self) -> str:
        """Return the statement of the task in Markdown."""
        return uncomment(self._source("[markdown]"))

    @property
    def given(self) -> str:
        """Return the source of the given cell, which runs before the answer; may be empty."""
        return self._source("given")

    @property
    def check(self) -> str:
        """Return the check cell as the student sees it; empty for prose."""
        return self._source("check")

    @cached_property
    def _answer(self) -> tuple[str, str]:
        cell = self.cell("answer")
        assert cell is not None  # _check_cells has raised an error otherwise
        if not self.kind.judged:
            cell = replace(cell, source=uncomment(cell.source))
        return cut_solution(cell, self.kind.placeholder(self.names))

    @property
    def solution(self) -> str:
        """Return the answer cell with the solution, without the BEGIN and END markers."""
        return self._answer[0]

    @property
    def stub(self) -> str:
        """Return the answer cell without the solution, as students receive it."""
        return self._answer[1]

    @property
    def withheld(self) -> bool:
        """Return True if `authoring/private_course.py` replaced the solution with its results."""
        return self.cell("numbers") is not None

    @property
    def numbers(self) -> bytes:
        """Return the recorded results of a withheld solution, or b"" for any other task."""
        return b64decode(uncomment(self._source("numbers")))

    @cached_property
    def wrong(self) -> tuple[Variant, ...]:
        """Return the known wrong answers, which the check must reject and recognise by name."""
        return self._variants("wrong: ")

    @cached_property
    def right(self) -> tuple[Variant, ...]:
        """Return the right answers other than the solution, which must get full points."""
        return self._variants("right: ")

    def _variants(self, title: str) -> tuple[Variant, ...]:
        return tuple(self._variant(cell) for cell in self.cells if cell.title.startswith(title))

    def _variant(self, cell: Cell) -> Variant:
        """Return the answer in a cell; the comments with which the cell starts are its message.

        If the cell contains only comments, the answer is the solution with an edit: lines `# -old`
        and `# +new` after the message. Raise CourseError if there is neither an answer nor an edit.
        """
        lines = cell.source.splitlines()
        count = next((i for i, line in enumerate(lines) if not line.startswith("#")), len(lines))
        words, source, line = lines[:count], "\n".join(lines[count:]), cell.line + count
        if count == len(lines):
            words, block = split_message(uncomment(cell.source).splitlines())
            if not block:
                remedy = "Write the whole answer, or its changed lines as `# -old` and `# +new`."
                raise CourseError(
                    f"The cell `{cell.title}` has no answer.", remedy, cell.path, cell.line
                )
            line = cell.line + len(words)
            source = apply_edit(self.solution, block, cell.path, line)
            _check_syntax(source, cell.path, line, inside=False)
        message = uncomment("\n".join(words))
        return Variant(cell.title.split(":")[1].strip(), message.strip(), source, (cell.path, line))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the names that the check cell passes to `check`: a function or values.

        The tuple is empty for prose.
        """
        cell = self.cell("check")
        return _names(cell, self.path) if cell else ()

    @cached_property
    def wrapper(self) -> str:
        """Return the source of the checked function if the given cell defines it, or "".

        A checked function in the given cell calls the functions that the learner writes.
        """
        made = (node for node in ast.parse(self.given).body if isinstance(node, ast.FunctionDef))
        return next((ast.unparse(node) for node in made if node.name in self.names), "")

    def judged_function(self, answer: Any, **written: Any) -> Any:
        """Return the function to judge: the wrapper, or the answer if the task has no wrapper.

        An answer that is not a Python function is returned unchanged. The wrapper runs with the
        globals of the answer, in which the functions in `written` replace those of the same name.
        """
        function = getattr(answer, "__wrapped__", answer)  # unwrap a jitted function
        if not self.wrapper or not isinstance(function, FunctionType):
            return answer
        made: dict[str, Any] = {}
        space = function.__globals__
        exec(self.wrapper, {**space, **written} if written else space, made)
        return made[self.names[0]]

    def has_name(self, name: str) -> bool:
        """Return True if `name` is the task's id or number, or in `names` or `learner_names`."""
        return name in (self.id, *self.names, *self.learner_names) or name.zfill(2) == self.id[:2]

    @cached_property
    def learner_names(self) -> tuple[str, ...]:
        """Return the names that the learner defines.

        These are the functions in the stub if the given cell defines the checked function, and
        `names` otherwise.
        """
        body = ast.parse(self.stub).body if self.wrapper else []
        functions = (node.name for node in body if isinstance(node, ast.FunctionDef))
        return tuple(functions) or self.names


def _check_cells(task: Task) -> None:
    titles = [cell.title for cell in task.cells]
    needed = {"answer": 1, "check": int(task.kind.judged)}
    for title, count in needed.items():
        if titles.count(title) != count:
            remedy = (
                f"A task of kind {task.kind} has {'one' if count else 'no'} `# %% {title}` cell."
            )
            problem = f"There are {titles.count(title)} {title} cells."
            raise CourseError(problem, remedy, task.path, 1)
    for index, cell in enumerate(task.cells):
        if cell.title in titles[:index] and cell.title[:5] in ("wrong", "right"):
            problem = f"Two cells are called `{cell.title}`."
            raise CourseError(problem, "Give each its own name.", cell.path, cell.line)
        if not task.kind.judged or cell.title == "[markdown]":
            continue
        _check_syntax(cell.source, cell.path, cell.line)
    # Parse the cells now, so that malformed cells are reported before students use the task.
    _ = task.stub, task.names, task.wrong, task.right


def _check_syntax(source: str, path: Path, line: int, inside: bool = True) -> None:
    """Raise CourseError if the source is not valid Python.

    If `inside`, the error states the line of the mistake. Otherwise, the source is the result of an
    edit, and the error states `line`, where the edit starts.
    """
    try:
        ast.parse(source)
    except SyntaxError as error:
        line += (error.lineno or 1) - 1 if inside else 0
        raise CourseError(f"Invalid Python: {error.msg}.", "", path, line) from None


def _names(cell: Cell, path: Path) -> tuple[str, ...]:
    # Import the grading code only when needed. A list of the units does not need this code.
    from autograder.core.grading.check import DECLARED

    calls = [
        node
        for node in ast.walk(ast.parse(cell.source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "check"
    ]
    remedy = "Write `check(name_of_the_function, ...)` or `check(name=name, ...)`, once."
    if len(calls) != 1:
        raise CourseError(
            f"The check cell calls `check` {len(calls)} times.", remedy, path, cell.line
        )
    call = calls[0]
    names = [node.id for node in call.args if isinstance(node, ast.Name)]
    names += [word.arg for word in call.keywords if word.arg and word.arg not in DECLARED]
    if not names:
        line = cell.line + call.lineno - 1
        raise CourseError("`check` is called without anything to check.", remedy, path, line)
    return tuple(names)
