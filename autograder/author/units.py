"""The promises of a unit: what makes a folder of tasks an assignment of this course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from autograder.author.contract import Contract
from autograder.author.pasted import passes_when_pasted
from autograder.author.proof import Breach, Promise
from autograder.author.taught import untaught, used
from autograder.home.bindings import bound
from autograder.notebooks import build, stale
from autograder.task.course import Course, Unit
from autograder.task.task import Task

FEWEST = 4
HINTS = 3
FAIR = 4


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
    """No two tasks of a unit ask for one name: one notebook, one namespace."""
    first: dict[str, str] = {}
    for task in it.unit.tasks:
        for name in task.names:
            other = first.setdefault(name, task.id)
            if other != task.id:
                yield Breach(f"`{name}` is asked for by {other} already; rename one.", task.path)


def given(it: Assignment) -> Iterator[Breach]:
    """No two `given` cells of a unit bind one name to different things: one notebook."""
    first: dict[str, tuple[str, str]] = {}
    for task in it.unit.tasks:
        meanings: dict[str, str] = {}
        for name, what in bound(task.given):
            meanings[name] = meanings.get(name, "") + what
        for name, what in meanings.items():
            other, meant = first.setdefault(name, (task.id, what))
            if meant != what:
                mend = "rename one: a later cell rebinds it for every answer that looks it up."
                yield Breach(f"`{name}` is another thing in {other}'s `given`; {mend}", task.path)


def tasks(it: Assignment) -> Iterator[Breach]:
    """A unit has four to seven graded tasks; more if its `unit.toml` says `tasks = 8`."""
    count, most = len(it.graded), it.contract.tasks
    if count < FEWEST:
        mend = f"write {FEWEST - count} more, {FEWEST} are the fewest."
        yield Breach(f"It has {count} graded tasks; {mend}")
    elif count > most:
        mend = f"drop one, or say `tasks = {count}` in {it.contract.path.name}."
        yield Breach(f"It has {count} graded tasks, and {most} are the most; {mend}")


def points(it: Assignment) -> Iterator[Breach]:
    """Its points add up to 10; to another number if its `unit.toml` says `points = 12`."""
    total, asked = it.unit.points, it.contract.points
    if total != asked:
        mend = f"share {asked} out anew, or say `points = {total:g}` in {it.contract.path.name}."
        yield Breach(f"Its points add up to {total:g}, not {asked}; {mend}")


def worth(it: Assignment) -> Iterator[Breach]:
    """For a point no task takes over four times another's minutes; the first may be short."""
    rates = {task.id: task.minutes / task.points for task in it.graded[1:]}
    short, least = min(rates.items(), key=itemgetter(1), default=("", 0.0))
    for task in it.graded[1:]:
        if rates[task.id] > FAIR * least:
            reason = f"It takes {rates[task.id]:.3g} minutes for a point, {short} {least:.3g}"
            yield Breach(f"{reason}; share the points out by minutes.", task.path)


def star(it: Assignment) -> Iterator[Breach]:
    """The last graded task is the challenge: it has the star, and no other has."""
    for task in it.graded[:-1]:
        if task.star:
            mend = f"number it behind {it.graded[-1].id}, or drop the star."
            yield Breach(f"It has a star and is not the last graded task; {mend}", task.path)
    for task in it.graded[-1:]:
        if not task.star:
            mend = "give it `star: true`, or put the challenge last."
            yield Breach(f"The last graded task has no star; {mend}", task.path)


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
    """One task gives an experiment: in its `given`, a function that calls `manylanes.time`."""
    found = [task for task in it.unit.tasks if "manylanes.time" in used(task.given)]
    if len(found) != 1:
        mend = "let a function in one `given` cell time two programs of the learner's with"
        why = "`manylanes.time`; the cell itself runs before they are written."
        yield Breach(f"It has {len(found)} experiments; {mend} {why}")


def taught(it: Assignment) -> Iterator[Breach]:
    """A task uses names only that its own page, an earlier one, or its statement shows."""
    yield from untaught(it.unit, sorted(book(it.course).glob("*.md")))


def pasted(it: Assignment) -> Iterator[Breach]:
    """No function that its own page prints passes a check, pasted as it stands."""
    page = book(it.course) / f"{it.unit.id}.md"
    yield from passes_when_pasted(it.unit, page) if page.is_file() else ()


def exercise(it: Assignment) -> Iterator[Breach]:
    """The released notebook in `exercises/` is what the task files say."""
    built = build(it.course, it.unit)
    if stale(built):
        mend = f"run `autograder release {it.unit.id}`."
        yield Breach(f"It does not match its task files; {mend}", built.release_path)


def book(course: Course) -> Path:
    """The course's pages, beside `solutions/`; a course without a book promises less."""
    return course.path.parent / "book"


EVERYWHERE: tuple[Promise[Assignment], ...] = (names, given)
WITH_A_BOOK: tuple[Promise[Assignment], ...] = (
    tasks, points, worth, star, hints, programs, experiment, taught, pasted, exercise,
)  # fmt: skip
