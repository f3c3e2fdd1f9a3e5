"""A graded unit whose tasks came, went or got another number: its gradebook follows.

nbgrader refuses to change the cells of a notebook that has submissions. Here the rows of its tables
are brought to the new cells; grades and comments of every task that is still there stay with it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.nbgrader.graded_notebook import released
from autograder.nbgrader.internals import gradebook_at, one_transaction


@dataclass(frozen=True)
class Moves:
    """From the tasks that the gradebook has to those that the unit has."""

    renamed: Mapping[str, str]
    gone: tuple[str, ...]
    new: tuple[str, ...]
    points: Mapping[str, tuple[float, float]]  # by its new name
    kinds: bool = False  # the same tasks, in other cells

    def __bool__(self) -> bool:
        return bool(self.renamed or self.gone or self.new or self.kinds)

    def lines(self) -> Iterator[str]:
        """In words."""
        yield from (f"{old} becomes {new}" for old, new in self.renamed.items())
        yield from (f"{task} goes, with what was given for it" for task in self.gone)
        yield from (f"{task} comes, and is judged when you grade" for task in self.new)
        yield from ["a task is of another kind, and has other cells"] if self.kinds else []
        yield from (f"{task}: {a:g} -> {b:g} points" for task, (a, b) in self.points.items())


def moves(course: Course, unit: Unit, gradebook: Path) -> Moves:
    """A task that only got another number is the same task."""
    from nbgrader.api import MissingEntry

    want = {task.id: task.points for task in unit.tasks}
    with gradebook_at(gradebook) as book:
        try:
            notebook = book.find_notebook(unit.id, unit.id)
        except MissingEntry:
            return Moves({}, (), (), {})
        if not notebook.submissions:  # nbgrader itself makes it anew
            return Moves({}, (), (), {})
        tables = (notebook.grade_cells, notebook.solution_cells, notebook.source_cells)
        names = [{cell.name for cell in table} for table in tables]
        have = {cell.name: cell.max_score for cell in notebook.grade_cells}
    lost = {_stem(task): task for task in have if task not in want}
    found = {_stem(task): task for task in want if task not in have}
    renamed = {lost[stem]: found[stem] for stem in lost.keys() & found.keys()}
    gone = tuple(task for stem, task in lost.items() if stem not in found)
    new = tuple(task for stem, task in found.items() if stem not in lost)
    kept = {renamed.get(task, task): most for task, most in have.items() if task not in gone}
    points = {task: (most, want[task]) for task, most in kept.items() if most != want[task]}
    kinds = names != list(map(set, _wanted(released(course, unit))))
    return Moves(renamed, gone, new, points, kinds and not (renamed or gone or new))


def migrate(course: Course, unit: Unit, gradebook: Path, found: Moves) -> None:
    """All of it or nothing; `register` then writes what the cells say."""
    graded, solved, sources = _wanted(released(course, unit))
    with gradebook_at(gradebook) as book, one_transaction(book):
        notebook = book.find_notebook(unit.id, unit.id)
        tables = [notebook.grade_cells, notebook.solution_cells, notebook.source_cells]
        _rename(book, [cell for table in tables for cell in table], found.renamed)
        names = (set(graded), solved, set(sources))
        for table, wanted in zip(tables, names, strict=True):
            for cell in list(table):
                if cell.name not in wanted:
                    for rows in ("grades", "comments"):
                        for row in list(getattr(cell, rows, None) or []):
                            book.db.delete(row)
                    book.db.delete(cell)
        book.db.flush()
        book.db.expire_all()
        _add(book, unit.id, graded, solved, sources)


def _stem(task: str) -> str:
    return task.split("_", 1)[-1]


def _wanted(book: Mapping[str, Any]) -> tuple[dict[str, float], set[str], dict[str, str]]:
    graded, solved, sources = {}, set(), {}
    for cell in book["cells"]:
        ours = cell["metadata"]["nbgrader"]
        name = ours["grade_id"]
        if ours["grade"]:
            graded[name] = float(ours["points"])
        if ours["solution"]:
            solved.add(name)
        if ours["grade"] or ours["solution"] or ours["locked"]:
            sources[name] = cell["cell_type"]
    return graded, solved, sources


def _rename(book: Any, cells: list[Any], renamed: Mapping[str, str]) -> None:
    """By way of names that nothing has: two tasks may have changed places."""
    due = []
    for cell in cells:
        task = next((old for old in renamed if re.fullmatch(rf"{old}(-\w+)?", cell.name)), "")
        if task:
            due.append((cell, renamed[task] + cell.name.removeprefix(task)))
            cell.name = f"~{cell.name}"
    book.db.flush()
    for cell, name in due:
        cell.name = name
    book.db.flush()


def _add(
    book: Any, unit: str, graded: dict[str, float], solved: set[str], sources: dict[str, str]
) -> None:
    """What is new, with an empty row for each who has handed in."""
    from nbgrader.api import Comment, Grade

    notebook = book.find_notebook(unit, unit)
    there = [{cell.name for cell in t} for t in (notebook.grade_cells, notebook.solution_cells)]
    known = {cell.name for cell in notebook.source_cells}
    for name in sources.keys() - known:
        book.update_or_create_source_cell(name, unit, unit, cell_type=sources[name])
    for name in graded.keys() - there[0]:
        words = {"max_score": graded[name], "cell_type": sources[name]}
        cell = book.update_or_create_grade_cell(name, unit, unit, **words)
        book.db.add_all(Grade(cell=cell, notebook=one) for one in notebook.submissions)
    for name in solved - there[1]:
        cell = book.update_or_create_solution_cell(name, unit, unit)
        book.db.add_all(Comment(cell=cell, notebook=one) for one in notebook.submissions)
    book.db.commit()
