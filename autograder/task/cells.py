"""Read a py:percent task file: a commented YAML header, then cells that start with `# %% title`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.say.errors import CourseError

CELL = re.compile(r"^# %%(.*)$")
TITLE = re.compile(r"^(\[markdown\]|given|answer|check|numbers|(?:wrong|right): *([A-Za-z_]\w*))$")
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


@dataclass(frozen=True)
class Cell:
    """One cell: its title, its text, and the line of the file on which the text starts."""

    title: str
    source: str
    line: int


def uncomment(source: str) -> str:
    """Markdown out of the comment lines it is written in."""
    return "\n".join(re.sub(r"^# ?", "", line) for line in source.splitlines())


def read(text: str, path: Path) -> tuple[dict[str, Any], tuple[Cell, ...]]:
    """The header as a dict, and the cells in order."""
    lines = text.splitlines()
    header, after = _header(lines, path)
    cells: list[Cell] = []
    title, start = "", after
    for number in range(after, len(lines) + 1):
        mark = CELL.match(lines[number]) if number < len(lines) else None
        if number < len(lines) and not mark:
            continue
        source = "\n".join(lines[start:number])
        if title:
            lead = len(source) - len(source.lstrip("\n"))
            cells.append(Cell(title, source.strip("\n"), start + 1 + lead))
        elif source.strip():
            raise CourseError(
                "Text stands before the first cell.",
                "Start it with a line such as `# %% [markdown]` or `# %% given`.",
                path,
                after + 1,
            )
        if mark:
            title, start = _title(mark[1].strip(), path, number + 1), number + 1
    return header, tuple(cells)


def _header(lines: list[str], path: Path) -> tuple[dict[str, Any], int]:
    import yaml  # only where a task is read

    mend = "A task starts with `# ---`, `# title: ...`, `# kind: ...`, and ends it with `# ---`."
    if not lines or lines[0].rstrip() != "# ---":
        raise CourseError("The header is missing.", mend, path, 1)
    for end in range(1, len(lines)):
        if lines[end].rstrip() == "# ---":
            break
        if not lines[end].startswith("#"):
            raise CourseError("A header line does not start with `#`.", mend, path, end + 1)
    else:
        raise CourseError("The header does not end.", "Close it with a line `# ---`.", path, 1)
    try:
        header = yaml.safe_load(uncomment("\n".join(lines[1:end])))
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line if error.problem_mark else 0) + 2
        problem = f"The header is not YAML: {error.problem}."
        raise CourseError(problem, "Quote a value that holds a colon.", path, line) from None
    if not isinstance(header, dict):
        raise CourseError("The header has no `key: value` lines.", mend, path, 2)
    return header, end + 1


def _title(title: str, path: Path, line: int) -> str:
    if TITLE.match(title):
        return title
    raise CourseError(
        f"A cell is called {title!r}." if title else "A cell has no title.",
        "Cells are `[markdown]`, `given`, `answer`, `check`, `wrong: name` and `right: name`.",
        path,
        line,
    )


def cut_solution(cell: Cell, path: Path, stub: list[str]) -> tuple[str, str]:
    """The answer with and without its solution: (solution, stub)."""
    solution: list[str] = []
    student: list[str] = []
    opened = 0
    for number, line in enumerate(cell.source.splitlines(), cell.line):
        mark = line.strip()
        if mark == BEGIN and not opened:
            opened = number
            indent = line[: len(line) - len(line.lstrip())]
            student += [indent + part for part in stub]
        elif mark == END and opened:
            opened = 0
        elif mark in (BEGIN, END):
            problem = f"`{mark}` stands where the other marker is due."
            raise CourseError(problem, f"Pair `{BEGIN}` with `{END}`.", path, number)
        else:
            solution.append(line)
            student += [] if opened else [line]
    if opened:
        raise CourseError("The solution does not end.", f"Close it with `{END}`.", path, opened)
    if len(solution) == len(cell.source.splitlines()):
        mend = f"Put the solution between `{BEGIN}` and `{END}`."
        raise CourseError("The answer cell has no solution.", mend, path, cell.line)
    return "\n".join(solution), "\n".join(student)
