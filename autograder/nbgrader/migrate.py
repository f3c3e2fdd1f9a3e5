"""Update the gradebook after the tasks of a graded unit were added, removed or renumbered.

nbgrader refuses to change the cells of a notebook that has submissions. This module changes the
rows of nbgrader's tables, and keeps the grades and comments of every task that still exists.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.nbgrader.graded_notebook import released_notebook
from autograder.nbgrader.internals import one_transaction, open_gradebook


@dataclass(frozen=True)
class TaskChanges:
    """Differences between the tasks in the gradebook and the tasks in the unit."""

    renamed: Mapping[str, str]
    removed: tuple[str, ...]
    added: tuple[str, ...]
    points: Mapping[str, tuple[float, float]]  # (old, new) maximum, by the task's new name
    kinds: bool = False  # True if the tasks are the same, but their cells differ

    def __bool__(self) -> bool:
        """Return True if cells have changed; `register` can write other points without this."""
        return bool(self.renamed or self.removed or self.added or self.kinds)

    def lines(self) -> Iterator[str]:
        """Yield one sentence for each change."""
        yield from (f"{old} becomes {new}" for old, new in self.renamed.items())
        yield from (f"{task} is removed, with its points and comments" for task in self.removed)
        yield from (f"{task} is new" for task in self.added)
        yield from ["the cells of a task changed"] if self.kinds else []
        yield from (f"{task}: {a:g} -> {b:g} points" for task, (a, b) in self.points.items())


def find_changes(course: Course, unit: Unit, gradebook: Path) -> TaskChanges:
    """Return the differences between the unit's tasks and those in the gradebook.

    If only the number of a task changed, the task counts as renamed. Without submissions, return no
    changes.
    """
    from nbgrader.api import MissingEntry

    maxima_now = {task.id: task.points for task in unit.tasks}
    with open_gradebook(gradebook) as book:
        try:
            notebook = book.find_notebook(unit.id, unit.id)
        except MissingEntry:
            return TaskChanges({}, (), (), {})
        if not notebook.submissions:  # nbgrader can update a notebook without submissions
            return TaskChanges({}, (), (), {})
        tables = (notebook.grade_cells, notebook.solution_cells, notebook.source_cells)
        names = [{cell.name for cell in table} for table in tables]
        existing = {cell.name: cell.max_score for cell in notebook.grade_cells}
    old_stems = {_stem(task): task for task in existing if task not in maxima_now}
    new_stems = {_stem(task): task for task in maxima_now if task not in existing}
    renamed = {old_stems[stem]: new_stems[stem] for stem in old_stems.keys() & new_stems.keys()}
    removed = tuple(task for stem, task in old_stems.items() if stem not in new_stems)
    added = tuple(task for stem, task in new_stems.items() if stem not in old_stems)
    maxima = {
        renamed.get(task, task): most for task, most in existing.items() if task not in removed
    }
    points = {
        task: (most, maxima_now[task]) for task, most in maxima.items() if most != maxima_now[task]
    }
    kinds = names != list(map(set, _cells_by_role(released_notebook(course, unit))))
    return TaskChanges(renamed, removed, added, points, kinds and not (renamed or removed or added))


def migrate(course: Course, unit: Unit, gradebook: Path, changes: TaskChanges) -> None:
    """Rename, remove and add cells in one transaction, with their grades and comments.

    Call `register` afterwards to write the cells' contents and points.
    """
    graded, solved, sources = _cells_by_role(released_notebook(course, unit))
    with open_gradebook(gradebook) as book, one_transaction(book):
        notebook = book.find_notebook(unit.id, unit.id)
        tables = [notebook.grade_cells, notebook.solution_cells, notebook.source_cells]
        _rename_cells(book, [cell for table in tables for cell in table], changes.renamed)
        names = (set(graded), solved, set(sources))
        for table, columns in zip(tables, names, strict=True):
            for cell in list(table):
                if cell.name not in columns:
                    for rows in ("grades", "comments"):
                        for row in list(getattr(cell, rows, None) or []):
                            book.db.delete(row)
                    book.db.delete(cell)
        book.db.flush()
        book.db.expire_all()
        _add_cells(book, unit.id, graded, solved, sources)


def _stem(task: str) -> str:
    return task.split("_", 1)[-1]


def _cells_by_role(book: Mapping[str, Any]) -> tuple[dict[str, float], set[str], dict[str, str]]:
    graded, solved, sources = {}, set(), {}
    for cell in book["cells"]:
        metadata = cell["metadata"]["nbgrader"]
        name = metadata["grade_id"]
        if metadata["grade"]:
            graded[name] = float(metadata["points"])
        if metadata["solution"]:
            solved.add(name)
        if metadata["grade"] or metadata["solution"] or metadata["locked"]:
            sources[name] = cell["cell_type"]
    return graded, solved, sources


def _rename_cells(book: Any, cells: list[Any], renamed: Mapping[str, str]) -> None:
    """Rename cells through temporary names, because two tasks may swap their names."""
    new_names = []
    for cell in cells:
        task = next((old for old in renamed if re.fullmatch(rf"{old}(-\w+)?", cell.name)), "")
        if task:
            new_names.append((cell, renamed[task] + cell.name.removeprefix(task)))
            cell.name = f"~{cell.name}"
    book.db.flush()
    for cell, name in new_names:
        cell.name = name
    book.db.flush()


def _add_cells(
    book: Any, unit: str, graded: dict[str, float], solved: set[str], sources: dict[str, str]
) -> None:
    """Add new cells to the gradebook, with an empty grade or comment for each submission."""
    from nbgrader.api import Comment, Grade

    notebook = book.find_notebook(unit, unit)
    known_grades = {cell.name for cell in notebook.grade_cells}
    known_solutions = {cell.name for cell in notebook.solution_cells}
    known_sources = {cell.name for cell in notebook.source_cells}
    for name in sources.keys() - known_sources:
        book.update_or_create_source_cell(name, unit, unit, cell_type=sources[name])
    for name in graded.keys() - known_grades:
        words = {"max_score": graded[name], "cell_type": sources[name]}
        cell = book.update_or_create_grade_cell(name, unit, unit, **words)
        book.db.add_all(Grade(cell=cell, notebook=one) for one in notebook.submissions)
    for name in solved - known_solutions:
        cell = book.update_or_create_solution_cell(name, unit, unit)
        book.db.add_all(Comment(cell=cell, notebook=one) for one in notebook.submissions)
    book.db.commit()
