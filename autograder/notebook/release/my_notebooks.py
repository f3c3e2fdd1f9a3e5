"""The learner's notebooks, `my/UNIT/UNIT.ipynb`, which git ignores and updates of the course keep.

They are copied from `exercises/`, and answers move along into each later release.
"""

from dataclasses import dataclass
from itertools import count
from pathlib import Path

from autograder.core.atomic import write_atomic
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.learner import progress
from autograder.notebook.release.cells import Notebook
from autograder.notebook.release.unit_notebooks import Built, build, to_bytes
from autograder.notebook.release.written import read_book, renewed, same, without, written


@dataclass(frozen=True)
class Started:
    """The path of a student's notebook, what was done with it, and the copy of the old notebook.

    There is a copy only if some cells of the old notebook are not in the new one.
    """

    path: Path
    done: str
    backup: Path | None = None

    def __str__(self) -> str:
        note = f"; your previous notebook is {self.backup.name}" if self.backup else ""
        return f"{self.path}: {self.done}{note}"


def start(course: Course, unit: Unit) -> Started:
    """Create or update the learner's copy of a unit. Answers are kept."""
    path = course.notebook_path(unit)
    exercise = course.path.parent / "exercises" / unit.id / f"{unit.id}.ipynb"
    at_hand = read_book(exercise.read_bytes()) if exercise.is_file() else None
    # Answers written in `exercises/` are moved here; the original has to be generated again.
    fresh = at_hand is not None and not written(at_hand)
    release = at_hand if fresh else read_book(build(course, unit).release)
    assert release is not None
    if not path.exists():
        old = release if fresh or at_hand is None else at_hand
        return _put(path, release, old, "created", exercise)
    old_book = read_book(path.read_bytes())
    if old_book is None:
        return Started(path, "not changed, because it is not a readable notebook")
    return _put(path, release, old_book, "updated; all your answers are kept", path)


def again(course: Course, unit: Unit, task: Task) -> Started:
    """Reset one task to its stub, after copying the notebook."""
    path = course.notebook_path(unit)
    old = read_book(path.read_bytes()) if path.is_file() else None
    if old is None:
        return start(course, unit)
    release = read_book(build(course, unit).release)
    assert release is not None
    book, _ = renewed(without(old, task.id), release)
    if same(book, old):
        return start(course, unit)
    backup = keep(path, path)
    write_atomic(path, to_bytes(book))
    progress.save(unit, path.parent, progress.load(unit, path.parent) - {task.id})
    return Started(path, f"{task.id} is reset to its released version", backup)


def _put(path: Path, release: Notebook, old: Notebook, done: str, source: Path) -> Started:
    book, whole = renewed(old, release)
    if path.exists() and same(book, old):
        return Started(path, "up to date")
    backup = None if whole else keep(source, path)
    write_atomic(path, to_bytes(book))
    return Started(path, done, backup)


def keep(old: Path, beside: Path) -> Path:
    """Copy a notebook to an unused name, unless an equal copy exists."""
    data = old.read_bytes()
    for number in count(1):
        path = beside.with_name(f"{beside.stem}.before-{number}.ipynb")
        if not path.exists() or path.read_bytes() == data:
            write_atomic(path, data)
            return path
    raise AssertionError  # unreachable: there is always another number


def answered(built: Built) -> bool:
    """Return True if somebody wrote in the exercise that a release would replace."""
    if not built.release_path.is_file():
        return False
    data = built.release_path.read_bytes()
    book = read_book(data)
    return data != built.release and (bool(data.strip()) if book is None else bool(written(book)))
