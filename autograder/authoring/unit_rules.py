"""Rules for units: requirements on the tasks of one folder, which become one assignment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.names_introduced import find_unintroduced_names, names_used
from autograder.authoring.proof import Rule, Violation
from autograder.authoring.unit_settings import UnitSettings
from autograder.core.course.assigned_names import assigned_names
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.release import build, find_mismatch

MIN_TASKS = 4
HINTS = 3


@dataclass(frozen=True)
class Assignment:
    """A unit in its course, with the settings that apply to it."""

    course: Course
    unit: Unit
    settings: UnitSettings

    @property
    def graded(self) -> list[Task]:
        """Return the tasks that earn points, including prose tasks with a rubric."""
        return [task for task in self.unit.tasks if task.points]


def names(assignment: Assignment) -> Iterator[Violation]:
    """No two checks of a unit judge the same name, because a notebook has one namespace."""
    first: dict[str, str] = {}
    for task in assignment.unit.tasks:
        for name in task.names:
            other = first.setdefault(name, task.id)
            if other != task.id:
                problem = f"Students also define `{name}` in {other}."
                yield Violation(f"{problem} Rename one of them.", task.path)


def given(assignment: Assignment) -> Iterator[Violation]:
    """If several `given` cells of a unit bind one name, they bind it with the same statements."""
    first: dict[str, tuple[str, str]] = {}
    for task in assignment.unit.tasks:
        statements: dict[str, str] = {}
        for name, statement in assigned_names(task.given):
            statements[name] = statements.get(name, "") + statement
        for name, binding in statements.items():
            other, first_binding = first.setdefault(name, (task.id, binding))
            if first_binding != binding:
                remedy = "Rename one of them, because the later cell rebinds it for all answers."
                problem = f"The `given` cell of {other} binds `{name}` to a different value."
                yield Violation(f"{problem} {remedy}", task.path)


def answers(assignment: Assignment) -> Iterator[Violation]:
    """Each file in `answers/` has the name of a task file of its unit."""
    for path in sorted((assignment.unit.path / "answers").glob("*.py")):
        if path.stem not in {task.id for task in assignment.unit.tasks}:
            yield Violation(f"There is no task file {path.name}. Rename or delete this file.", path)


def tasks(assignment: Assignment) -> Iterator[Violation]:
    """A unit has four to seven graded tasks, or up to the number that its `unit.toml` sets, such as
    `tasks = 8`."""
    count, maximum = len(assignment.graded), assignment.settings.tasks
    if count < MIN_TASKS:
        remedy = f"Write {MIN_TASKS - count} more."
        problem = f"The unit has {count} graded tasks; expected at least {MIN_TASKS}."
        yield Violation(f"{problem} {remedy}")
    elif count > maximum:
        remedy = f"Remove one, or set `tasks = {count}` in {assignment.settings.path.name}."
        yield Violation(f"The unit has {count} graded tasks; expected at most {maximum}. {remedy}")


def points(assignment: Assignment) -> Iterator[Violation]:
    """The points of a unit add up to 10, or to the number that its `unit.toml` sets, such as
    `points = 12`."""
    total, expected = assignment.unit.points, assignment.settings.points
    if total != expected:
        remedy = (
            f"Change the points, or set `points = {total:g}` in {assignment.settings.path.name}."
        )
        yield Violation(f"The points add up to {total:g}; expected {expected}. {remedy}")


def star(assignment: Assignment) -> Iterator[Violation]:
    """Only the last graded task may be the challenge, which is marked with a star."""
    for task in assignment.graded[:-1]:
        if task.star:
            remedy = f"Give it a number above {assignment.graded[-1].id}, or remove the star."
            yield Violation(
                f"The task has a star but is not the last graded task. {remedy}", task.path
            )


def hints(assignment: Assignment) -> Iterator[Violation]:
    """A graded task has three hints. (Each should be stronger than the one before, which no rule
    checks.)"""
    for task in assignment.graded:
        if len(task.hints) != HINTS:
            remedy = "Point to the idea, then name it, then almost give the answer."
            yield Violation(
                f"The task has {len(task.hints)} hints; expected {HINTS}. {remedy}", task.path
            )


def programs(assignment: Assignment) -> Iterator[Violation]:
    """At least half of the graded tasks of a unit are JAX programs."""
    count = sum(task.kind.compiled for task in assignment.graded)
    if 2 * count < len(assignment.graded):
        remedy = "Change a function task into a program task."
        problem = f"Only {count} of {len(assignment.graded)} graded tasks are JAX programs"
        yield Violation(f"{problem}; expected at least half. {remedy}")


def experiment(assignment: Assignment) -> Iterator[Violation]:
    """Exactly one task of a unit has an experiment, which is a `given` cell that uses
    `manylanes.time`."""
    experiments = [
        task for task in assignment.unit.tasks if "manylanes.time" in names_used(task.given)
    ]
    if len(experiments) != 1:
        yield Violation(
            f"The unit has {len(experiments)} experiments; expected 1. In one `given` cell, define "
            "a function that times two programs of the student with `manylanes.time`. Do not call "
            "it there, because the cell runs before the programs are written."
        )


def introduced(assignment: Assignment) -> Iterator[Violation]:
    """A task uses only names that its statement, its chapter or an earlier chapter shows, and names
    of Python and NumPy."""
    pages = sorted(book(assignment.course).glob("*.md"))
    yield from find_unintroduced_names(assignment.unit, pages)


def exercise(assignment: Assignment) -> Iterator[Violation]:
    """The released notebook in `exercises/` matches the task files."""
    built = build(assignment.course, assignment.unit)
    if find_mismatch(built):
        remedy = f"Run `autograder release {assignment.unit.id}`."
        yield Violation(f"The notebook does not match its task files. {remedy}", built.release_path)


def book(course: Course) -> Path:
    """Return the path of the folder with the book's chapters, whether or not it exists."""
    return course.path.parent / "book"


EVERYWHERE: tuple[Rule[Assignment], ...] = (names, given, answers)
WITH_A_BOOK: tuple[Rule[Assignment], ...] = (
    tasks, points, star, hints, programs, experiment, introduced, exercise,
)  # fmt: skip
