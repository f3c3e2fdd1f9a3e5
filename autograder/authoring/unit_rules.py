"""The promises of a unit: what makes a folder of tasks an assignment of this course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.authoring.names_introduced import untaught, used
from autograder.authoring.proof import Breach, Promise
from autograder.authoring.unit_settings import Contract
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.notebook.learner.names_used import assigned_names
from autograder.notebook.release import build, stale

FEWEST = 4
HINTS = 3


@dataclass(frozen=True)
class Assignment:
    """A unit in its course, with the contract it is held to."""

    course: Course
    unit: Unit
    contract: Contract

    @property
    def graded(self) -> list[Task]:
        """The tasks that earn points."""
        return [task for task in self.unit.tasks if task.points]


def names(it: Assignment) -> Iterator[Breach]:
    """The tasks of a unit ask for different names, because a notebook has one namespace."""
    first: dict[str, str] = {}
    for task in it.unit.tasks:
        for name in task.names:
            other = first.setdefault(name, task.id)
            if other != task.id:
                yield Breach(f"`{name}` is asked for by {other} already; rename one.", task.path)


def given(it: Assignment) -> Iterator[Breach]:
    """The `given` cells of a unit do not bind one name to different values."""
    first: dict[str, tuple[str, str]] = {}
    for task in it.unit.tasks:
        meanings: dict[str, str] = {}
        for name, what in assigned_names(task.given):
            meanings[name] = meanings.get(name, "") + what
        for name, what in meanings.items():
            other, meant = first.setdefault(name, (task.id, what))
            if meant != what:
                mend = "rename one: a later cell rebinds it for every answer that looks it up."
                yield Breach(f"`{name}` is another thing in {other}'s `given`; {mend}", task.path)


def paired(it: Assignment) -> Iterator[Breach]:
    """Each file in `answers/` belongs to the task of the same name."""
    for path in sorted((it.unit.path / "answers").glob("*.py")):
        if path.stem not in {task.id for task in it.unit.tasks}:
            yield Breach(f"There is no task {path.name}; rename the file or delete it.", path)


def tasks(it: Assignment) -> Iterator[Breach]:
    """A unit has four to seven graded tasks, or more if its `unit.toml` says `tasks = 8`."""
    count, most = len(it.graded), it.contract.tasks
    if count < FEWEST:
        mend = f"write {FEWEST - count} more, {FEWEST} are the fewest."
        yield Breach(f"It has {count} graded tasks; {mend}")
    elif count > most:
        mend = f"drop one, or say `tasks = {count}` in {it.contract.path.name}."
        yield Breach(f"It has {count} graded tasks, and {most} are the most; {mend}")


def points(it: Assignment) -> Iterator[Breach]:
    """The points of a unit add up to 10, or to what its `unit.toml` says, such as `points = 12`."""
    total, asked = it.unit.points, it.contract.points
    if total != asked:
        mend = f"share {asked} out anew, or say `points = {total:g}` in {it.contract.path.name}."
        yield Breach(f"Its points add up to {total:g}, not {asked}; {mend}")


def star(it: Assignment) -> Iterator[Breach]:
    """Only the last graded task may be the challenge, which is marked with a star."""
    for task in it.graded[:-1]:
        if task.star:
            mend = f"number it behind {it.graded[-1].id}, or drop the star."
            yield Breach(f"It has a star and is not the last graded task; {mend}", task.path)


def hints(it: Assignment) -> Iterator[Breach]:
    """A graded task has three hints, each stronger than the one before."""
    for task in it.graded:
        if len(task.hints) != HINTS:
            mend = "nod at the idea, name it, then nearly say the answer."
            yield Breach(f"It has {len(task.hints)} hints; write {HINTS}: {mend}", task.path)


def programs(it: Assignment) -> Iterator[Breach]:
    """At least half of the graded tasks are JAX programs."""
    count = sum(task.kind.compiled for task in it.graded)
    if 2 * count < len(it.graded):
        mend = "ask for a program where a function stands."
        yield Breach(f"{count} of {len(it.graded)} graded tasks are JAX programs; {mend}")


def experiment(it: Assignment) -> Iterator[Breach]:
    """One task has an experiment: a function in its `given` that calls `manylanes.time`."""
    found = [task for task in it.unit.tasks if "manylanes.time" in used(task.given)]
    if len(found) != 1:
        mend = "let a function in one `given` cell time two programs of the learner's with"
        why = "`manylanes.time`; the cell itself runs before they are written."
        yield Breach(f"It has {len(found)} experiments; {mend} {why}")


def taught(it: Assignment) -> Iterator[Breach]:
    """A task uses only names that its page, an earlier page or its statement shows."""
    yield from untaught(it.unit, sorted(book(it.course).glob("*.md")))


def exercise(it: Assignment) -> Iterator[Breach]:
    """The released notebook in `exercises/` matches the task files."""
    built = build(it.course, it.unit)
    if stale(built):
        mend = f"run `autograder release {it.unit.id}`."
        yield Breach(f"It does not match its task files; {mend}", built.release_path)


def book(course: Course) -> Path:
    """The course's pages, beside `solutions/`; a course without a book promises less."""
    return course.path.parent / "book"


EVERYWHERE: tuple[Promise[Assignment], ...] = (names, given, paired)
WITH_A_BOOK: tuple[Promise[Assignment], ...] = (
    tasks, points, star, hints, programs, experiment, taught, exercise,
)  # fmt: skip
