"""Recognize the course's cells in a submitted notebook.

A cell of the course is recognized by its grade_id, cell id, marker comment or text, in this order.
A marker that contradicts the grade_id or the cell id takes precedence. Statements are also
recognized by their title, answers in check cells by the names that they bind, and essays by their
position.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from autograder.core.course.cell_marker import read_marker
from autograder.core.course.course import Unit
from autograder.notebook.release import Cell, grade_id
from autograder.runner.submissions.submission import EXTRA, FRAME, TEXT

FoundCell = tuple[str, str, str]  # role, task, text of a submitted cell


def recognize_cells(
    unit: Unit, originals: Mapping[str, Cell], cells: Iterable[Mapping[str, Any]]
) -> list[FoundCell]:
    """Return the role, task and text of each submitted cell, in order.

    `originals` are the cells of the unit by grade_id. Text that a student added to a statement is
    returned as separate cells.
    """
    roles = _roles(unit, originals)
    labels = {
        strip_lines(cell["source"]): roles[name]
        for name, cell in originals.items()
        if not cell["metadata"]["nbgrader"]["solution"]
    }
    found = [(*_identify_cell(cell, roles, labels), cell["source"]) for cell in cells]
    found = _with_titles(found, labels)
    found = [part for item in found for part in _split_statement(*item, originals)]
    found = [_answer_in_check_cell(*item, unit) for item in found]
    return _with_essays(found, {t.id: t.stub for t in unit.tasks if not t.kind.judged})


def strip_lines(source: str) -> str:
    """Return a text without blank lines around it and without blanks at the end of lines."""
    return "\n".join(line.rstrip() for line in source.strip().splitlines())


def _roles(unit: Unit, originals: Mapping[str, Cell]) -> dict[str, tuple[str, str]]:
    roles = {name: (name, "") for name in FRAME}
    for task in unit.tasks:
        for role in ("prose", "given", "answer", "check"):
            name = grade_id(task.id, role)
            if name in originals:
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
    if role := labels.get(strip_lines(cell["source"])):
        return role
    return (EXTRA if cell["type"] == "code" else TEXT), ""


def _with_titles(cells: list[FoundCell], labels: Mapping[str, tuple[str, str]]) -> list[FoundCell]:
    """Recognize an edited task statement by its title, if no other cell is this statement.

    The title is the first line. `cells` is changed in place and returned.
    """
    titles = {text.split("\n", 1)[0]: who for text, who in labels.items() if who[0] == "prose"}
    present = {task for role, task, _ in cells if role == "prose"}
    for at, (role, _, text) in enumerate(cells):
        who = titles.get(strip_lines(text).split("\n", 1)[0]) if role == TEXT else None
        if who and who[1] not in present:
            cells[at] = (*who, text)
    return cells


def _split_statement(
    role: str, task: str, text: str, originals: Mapping[str, Cell]
) -> list[FoundCell]:
    """Return a cell and, if it contains a complete statement, the text around it as own cells."""
    statement = originals[grade_id(task, role)]["source"] if role == "prose" else ""
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
        if strip_lines(text) not in ("", strip_lines(stubs[current])):
            texts[current].append(at)
    for task, places in texts.items():
        if places and not any(cells[at][0] == "essay" for at in places):
            essay = "\n\n".join(cells[at][2] for at in places)
            for at in places:
                cells[at] = (TEXT, "", "")
            cells[places[0]] = ("essay", task, essay)
    return cells
