"""Read the py:percent files of a task.

A task file has a commented YAML header and cells that start with `# %% title`. The answers file of
a task has the same name as the task file and is in the folder `answers/`. An answers file has no
header. It contains the known wrong and right answers of the task.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.messages.errors import CourseError

CELL = re.compile(r"^# %%(.*)$")
TITLE = re.compile(r"^(\[markdown\]|given|answer|check|numbers)$")
ANSWER_TITLE = re.compile(r"^(?:wrong|right): *([A-Za-z_]\w*)$")
FIRST_ANSWER = re.compile(r"^# %% *(?:wrong|right):", re.MULTILINE)
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


Place = tuple[Path, int]  # a file and one of its lines


@dataclass(frozen=True)
class Cell:
    """One cell: its title, its source, and the file and line at which the source starts."""

    title: str
    source: str
    path: Path
    line: int

    @property
    def place(self) -> Place:
        """Return the file and the line at which the source of the cell starts."""
        return self.path, self.line


def answers_path(task_path: Path) -> Path:
    """Return the path of the file that contains a task's known wrong and right answers."""
    return task_path.parent / "answers" / task_path.name


def task_files(task_path: Path) -> list[Path]:
    """Return the files of a task that exist: the task file, then its answers file."""
    return [path for path in (task_path, answers_path(task_path)) if path.exists()]


def split_answers(text: str) -> tuple[str, str]:
    """Split the text of a complete task into the texts of its task file and its answers file.

    The second text is empty if the task has no known answers.
    """
    first = FIRST_ANSWER.search(text)
    at = first.start() if first else len(text)
    return text[:at].rstrip("\n") + "\n", text[at:]


def read_text(path: Path) -> str:
    """Return the text of a file of a course. Raise CourseError if it is not in UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig")  # some editors write a byte order mark
    except UnicodeDecodeError:
        raise CourseError("The file is not in UTF-8.", "Save it in UTF-8.", path) from None


def uncomment(source: str) -> str:
    """Remove one `#`, and a space after it, from the start of every line that has them."""
    return "\n".join(re.sub(r"^# ?", "", line) for line in source.splitlines())


def read(text: str, path: Path) -> tuple[dict[str, Any], tuple[Cell, ...]]:
    """Return the header of a task file as a dict, and its cells in order.

    Raise CourseError for an invalid format. The entries of the header are not checked.
    """
    lines = text.splitlines()
    header, after = _header(lines, path)
    return header, _cells(lines, after, path, _task_title)


def read_answers(text: str, path: Path) -> tuple[Cell, ...]:
    """Return the cells of an answers file in order. Raise CourseError for an invalid format."""
    return _cells(text.splitlines(), 0, path, _answer_title)


def _cells(
    lines: list[str], after: int, path: Path, checked_title: Callable[[str, Path, int], str]
) -> tuple[Cell, ...]:
    cells: list[Cell] = []
    title, start = "", after
    for number in range(after, len(lines) + 1):
        mark = CELL.match(lines[number]) if number < len(lines) else None
        if number < len(lines) and not mark:
            continue
        source = "\n".join(lines[start:number])
        if title:
            lead = len(source) - len(source.lstrip("\n"))
            cells.append(Cell(title, source.strip("\n"), path, start + 1 + lead))
        elif source.strip():
            raise CourseError(
                "There is text before the first cell.",
                "Put a cell marker before it, such as `# %% [markdown]` or `# %% wrong: name`.",
                path,
                after + 1,
            )
        if mark:
            title, start = checked_title(mark[1].strip(), path, number + 1), number + 1
    return tuple(cells)


def _header(lines: list[str], path: Path) -> tuple[dict[str, Any], int]:
    import yaml  # `yaml` is imported only when a task is read

    remedy = (
        "Start with `# ---`, `# title: ...` and `# kind: ...`, and end the header with `# ---`."
    )
    if not lines or lines[0].rstrip() != "# ---":
        raise CourseError("The header is missing.", remedy, path, 1)
    for end in range(1, len(lines)):
        if lines[end].rstrip() == "# ---":
            break
        if not lines[end].startswith("#"):
            raise CourseError("A header line does not start with `#`.", remedy, path, end + 1)
    else:
        raise CourseError("The header does not end.", "Close it with a line `# ---`.", path, 1)
    try:
        loader = yaml.SafeLoader(uncomment("\n".join(lines[1:end])))
        node = loader.get_single_node()
        header = loader.construct_document(node) if node else None
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line if error.problem_mark else 0) + 2
        problem = f"The header is not YAML: {error.problem}."
        raise CourseError(problem, "Quote a value that contains a colon.", path, line) from None
    except yaml.YAMLError:  # a ReaderError
        problem = "The header contains a control character."
        raise CourseError(problem, "Remove this character.", path, 2) from None
    if node is None or not isinstance(header, dict):
        raise CourseError("The header has no `key: value` lines.", remedy, path, 2)
    _reject_repeated_keys(node, path)
    return header, end + 1


def _reject_repeated_keys(header: Any, path: Path) -> None:
    """Raise CourseError if a key occurs twice: the YAML loader keeps only the last value."""
    known = set()
    for key, _ in header.value:
        if key.value in known:
            problem = f"The header has two `{key.value}` lines."
            line = key.start_mark.line + 2
            raise CourseError(problem, "Delete one of the two lines.", path, line)
        known.add(key.value)


def _task_title(title: str, path: Path, line: int) -> str:
    if TITLE.match(title):
        return title
    cells = "The cells of a task file are `[markdown]`, `given`, `answer` and `check`."
    remedy = f"Move it to answers/{path.name}." if ANSWER_TITLE.match(title) else cells
    raise _unknown_title(title, remedy, path, line)


def _answer_title(title: str, path: Path, line: int) -> str:
    if ANSWER_TITLE.match(title):
        return title
    remedy = "The cells of an answers file are `wrong: name` and `right: name`."
    raise _unknown_title(title, remedy, path, line)


def _unknown_title(title: str, remedy: str, path: Path, line: int) -> CourseError:
    problem = f"Unknown cell title {title!r}." if title else "A cell has no title."
    return CourseError(problem, remedy, path, line)


def cut_solution(cell: Cell, stub: list[str]) -> tuple[str, str]:
    """Return the source of an answer cell twice: with the solution, and with `stub` instead.

    Both are without the markers. `stub` replaces each part between markers. Raise CourseError if
    there are no markers, or if they do not form pairs.
    """
    solution: list[str] = []
    student: list[str] = []
    begin_line = 0
    for number, line in enumerate(cell.source.splitlines(), cell.line):
        mark = line.strip()
        if mark == BEGIN and not begin_line:
            begin_line = number
            indent = line[: len(line) - len(line.lstrip())]
            student += [indent + part for part in stub]
        elif mark == END and begin_line:
            begin_line = 0
        elif mark in (BEGIN, END):
            problem = f"`{mark}` is where the other marker is expected."
            raise CourseError(problem, f"Pair `{BEGIN}` with `{END}`.", cell.path, number)
        else:
            solution.append(line)
            student += [] if begin_line else [line]
    if begin_line:
        remedy = f"Close it with `{END}`."
        raise CourseError("The solution does not end.", remedy, cell.path, begin_line)
    if len(solution) == len(cell.source.splitlines()):
        remedy = f"Put the solution between `{BEGIN}` and `{END}`."
        raise CourseError("The answer cell has no solution.", remedy, cell.path, cell.line)
    return "\n".join(solution), "\n".join(student)
