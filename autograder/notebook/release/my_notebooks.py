"""Create and update the learner's notebooks, `my/UNIT/UNIT.ipynb`, which git ignores.

The learner's notebooks are copies of the notebooks in `exercises/`. An update moves the learner's
answers into the new release.
"""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.learner import progress
from autograder.notebook.release.cells import Notebook
from autograder.notebook.release.unit_notebooks import build, to_bytes
from autograder.notebook.release.written import (
    find_written_cells,
    have_equal_text,
    move_answers,
    read_book,
    remove_answer,
)


@dataclass(frozen=True)
class StartResult:
    """The outcome of creating, updating or resetting a learner's notebook.

    `backup` is a copy of the old notebook, or None if no work was left out or reset.
    """

    path: Path
    action: str
    backup: Path | None = None

    def __str__(self) -> str:
        note = f"; your previous notebook is {self.backup.name}" if self.backup else ""
        return f"{self.path}: {self.action}{note}"


def start_unit(course: Course, unit: Unit) -> StartResult:
    """Create or update the learner's copy of a unit.

    If a cell that the learner wrote has no place in the new notebook, save a copy of the old one.
    An unreadable notebook is not changed.
    """
    path = course.notebook_path(unit)
    exercise = course.path.parent / "exercises" / unit.id / f"{unit.id}.ipynb"
    exercise_book = read_book(exercise.read_bytes()) if exercise.is_file() else None
    # If `my/` has no notebook yet, answers in the exercise are copied to it. If the exercise has
    # answers, is missing or cannot be read, the release is built from the task files.
    is_unanswered = exercise_book is not None and not find_written_cells(exercise_book)
    release = exercise_book if is_unanswered else read_book(build(course, unit).release)
    assert release is not None
    if not path.exists():
        old = release if is_unanswered or exercise_book is None else exercise_book
        return _write_notebook(path, release, old, exercise)
    old_book = read_book(path.read_bytes())
    if old_book is None:
        return StartResult(path, "not changed, because it is not a readable notebook")
    return _write_notebook(path, release, old_book, path)


def reset_task(course: Course, unit: Unit, task: Task) -> StartResult:
    """Reset one task to its stub and update the notebook, after saving a copy.

    Remove the task from the stored progress. If there is no readable notebook, or nothing changes,
    do the same as `start_unit`.
    """
    path = course.notebook_path(unit)
    old = read_book(path.read_bytes()) if path.is_file() else None
    if old is None:
        return start_unit(course, unit)
    release = read_book(build(course, unit).release)
    assert release is not None
    book, _ = move_answers(remove_answer(old, task.id), release)
    if have_equal_text(book, old):
        return start_unit(course, unit)
    backup = save_copy(path, path)
    write_atomic(path, to_bytes(book))
    progress.save(unit, path.parent, progress.load(unit, path.parent) - {task.id})
    return StartResult(path, f"{task.id} is reset to its released version", backup)


def _write_notebook(path: Path, release: Notebook, old: Notebook, source: Path) -> StartResult:
    """Write the release with the answers of `old`, unless the notebook has equal text already.

    If a cell of `old` has no place in the release, save a copy of `source` first.
    """
    book, complete = move_answers(old, release)
    if not path.exists():
        action = "created"
    elif have_equal_text(book, old):
        return StartResult(path, "up to date")
    elif complete:
        action = "updated; all your answers are kept"
    else:
        action = "updated, but some of your cells have no place in the new notebook"
    backup = None if complete else save_copy(source, path)
    write_atomic(path, to_bytes(book))
    return StartResult(path, action, backup)


def save_copy(old: Path, beside: Path) -> Path:
    """Copy a notebook to the first unused name for copies of `beside`, and return the path.

    If an equal copy is found first, return its path instead.
    """
    data = old.read_bytes()
    for number in count(1):
        path = beside.with_name(f"{beside.stem}.before-{number}.ipynb")
        if not path.exists() or path.read_bytes() == data:
            write_atomic(path, data)
            return path
    raise AssertionError  # unreachable: there is always another number


def contains_answers(path: Path, release: bytes) -> bool:
    """Return True if a release would replace a notebook that a person has changed.

    An unreadable file counts as changed unless it is empty.
    """
    if not path.is_file():
        return False
    data = path.read_bytes()
    book = read_book(data)
    return data != release and (
        bool(data.strip()) if book is None else bool(find_written_cells(book))
    )
