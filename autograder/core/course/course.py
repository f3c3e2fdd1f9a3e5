"""A course: units sorted by path, each a folder of task files."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from autograder.core.course.task import Task
from autograder.core.course.toml_file import TomlFile
from autograder.core.messages.errors import CourseError, unknown

NUMBERED = re.compile(r"\d\d_\w+")
ABBREVIATION = re.compile(r"\b(cnn|cpu|gpu|jit|lstm|tpu)\b", re.IGNORECASE)
PACKAGE = Path(__file__).parents[2]
FOLDER = "my"  # the folder in which learners work


@dataclass(frozen=True)
class Unit:
    """One assignment: the ordered tasks of one folder, which become one notebook for students."""

    path: Path

    @property
    def id(self) -> str:
        """Return the name of the unit's folder; the notebook and the chapter have the same name."""
        return self.path.name

    @property
    def title(self) -> str:
        """Return the title of the unit, derived from its id, such as "Matmul cost" or "LSTM"."""
        words = self.id.split("_", 1)[1].replace("_", " ").capitalize()
        return ABBREVIATION.sub(lambda match: match[0].upper(), words)

    @property
    def files(self) -> list[Path]:
        """Return the task files, such as `01_add.py`, in the order of their names."""
        return sorted(p for p in self.path.glob("*.py") if NUMBERED.fullmatch(p.stem))

    @cached_property
    def tasks(self) -> tuple[Task, ...]:
        """Read the tasks in the order of their file names. Raise CourseError for a broken file."""
        return tuple(Task.read(path) for path in self.files)

    @property
    def judged(self) -> tuple[Task, ...]:
        """Return the tasks that the autograder judges, which are all except prose tasks."""
        return tuple(task for task in self.tasks if task.kind.judged)

    @property
    def points(self) -> float:
        """Return the sum of the points of all tasks."""
        return sum(task.points for task in self.tasks)

    def task(self, name: str) -> Task:
        """Return the first task with this id, number, or name of a checked function or value.

        Raise CourseError if there is none.
        """
        for task in self.tasks:
            if task.has_name(name):
                return task
        raise unknown("task", name, [task.id for task in self.tasks])


@dataclass(frozen=True)
class Course:
    """A course: a folder, usually `solutions/`, with a folder for each unit."""

    path: Path

    @classmethod
    def find(cls, *starts: Path | str) -> Course:
        """Return the course of the nearest `solutions/` in a folder of `starts` or above it.

        The folders are searched in turn; the default is the current folder. A folder without units
        is ignored. If no folder is left, return the course of the installed package or checkout, or
        raise CourseError.
        """
        here = [Path(start).resolve() for start in starts or (".",)]
        folders = [parent / "solutions" for start in here for parent in (start, *start.parents)]
        # A wheel contains the course inside the package. In a checkout, the folders of the course
        # and the package are next to each other.
        folders += [PACKAGE / "_course", PACKAGE.parent / "solutions"]
        for folder in folders:
            if _unit_folders(folder):
                return cls(folder)
        remedy = "Go to the course's folder, which contains `solutions/`, or install the package."
        places = " or ".join(map(str, here))
        raise CourseError(f"No course found in {places} or the folders above it.", remedy)

    @cached_property
    def units(self) -> dict[str, Unit]:
        """Return the units by id, in the order of the ids."""
        return {path.name: Unit(path) for path in _unit_folders(self.path)}

    @property
    def secret(self) -> Path | None:
        """Return the path of the secret key that `course.toml` states, or None without this file.

        Raise CourseError if the file is not valid or states no path.
        """
        path = self.path.parent / "course.toml"
        if not path.is_file():
            return None
        file = TomlFile(path)
        file.check_keys("entry", file.entries, ["secret"])
        secret = file.entries.get("secret", "")
        if not isinstance(secret, str) or not secret:
            remedy = 'Example: secret = "~/.config/many-lanes/mine.secret"'
            raise CourseError("`secret` is not the path of a file.", remedy, path)
        return Path(secret).expanduser()

    def notebook_path(self, unit: Unit) -> Path:
        """Return the path of the notebook in which a learner works on a unit."""
        return self.path.parent / FOLDER / unit.id / f"{unit.id}.ipynb"

    def typed(self, command: str, folder: Path) -> str:
        """Return the command line that runs `command` for the class in `folder`.

        `--class` is left out if `folder` is the folder of the course itself.
        """
        own = folder.resolve() == self.path.parent.resolve()
        return f"autograder {command}" + ("" if own else f" --class {shlex.quote(str(folder))}")

    def unit(self, name: str) -> Unit:
        """Return a unit by id or by number. Raise CourseError if there is none."""
        for id, unit in self.units.items():
            if name == id or name.zfill(2) == id[:2]:
                return unit
        raise unknown("unit", name, list(self.units))

    def split_name(self, name: str) -> tuple[Unit, str]:
        """Split an argument UNIT/TASK into the unit and the task name, which may be empty.

        Raise CourseError for an unknown unit. The task name is not looked up.
        """
        unit, _, task = name.partition("/")
        return self.unit(unit), task

    def task(self, name: str) -> Task:
        """Return the task for an argument UNIT/TASK. Raise CourseError if there is none."""
        unit, task = self.split_name(name)
        if not task:
            remedy = f"Usage: UNIT/TASK, for example: {unit.id[:2]}/{unit.files[0].stem[:2]}."
            raise CourseError(f"{name!r} is a unit, but this command needs a task.", remedy)
        return unit.task(task)


@cache
def unit_of(course: Path, unit: str) -> tuple[Course, Unit]:
    """Return the course at a path or above it, and one of its units, cached in this process."""
    nearest = Course.find(course)
    return nearest, nearest.unit(unit)


def _unit_folders(folder: Path) -> list[Path]:
    try:
        return sorted(
            path
            for path in folder.iterdir()
            if NUMBERED.fullmatch(path.name) and any(path.glob("[0-9]*.py"))
        )
    except OSError:  # the folder is missing or not readable
        return []
