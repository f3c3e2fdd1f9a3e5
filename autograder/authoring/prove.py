"""Check the promises of a course: those of each task, each unit and each chapter of the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring import chapter_rules, task_rules, unit_rules
from autograder.authoring.proof import Breach, Promise, Proof, State, T, check_promise, place
from autograder.authoring.unit_settings import UnitSettings
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.course.task_file import task_files
from autograder.core.messages.errors import CourseError

EXEMPTIBLE = [promise.__name__ for promise in (*unit_rules.WITH_A_BOOK, *chapter_rules.PROMISES)]


@dataclass(frozen=True)
class Piece:
    """A part of a course that is proved separately, with the files that determine the result."""

    root: Path
    path: Path
    classes: int = 0
    mutants: bool = False

    def files(self) -> list[Path]:
        """Return the files whose changes may change the proofs."""
        return [self.path]

    def proofs(self) -> Iterator[Proof]:
        """Yield at least one proof for each promise about the piece."""
        raise NotImplementedError

    def broken(self, promise: str, breach: Breach) -> Proof:
        """Return a proof for an error that prevents the promises from being checked."""
        where = place(breach.path or self.path, self.root, breach.line)
        return Proof(where, promise, State.BROKEN, breach.reason)


class TaskPiece(Piece):
    """A task: the task file and the answers file."""

    def files(self) -> list[Path]:
        """Return the task file, and the answers file if there is one."""
        return task_files(self.path)

    def proofs(self) -> Iterator[Proof]:
        """Run the answers of the task and yield the proofs."""
        try:
            trial = task_rules.Trial(Task.read(self.path), self.classes)
            _ = not trial.task.kind.judged or trial.check.mistakes
        except CourseError as error:
            yield self.broken("readable", Breach.of(error))
            return
        optional = task_rules.OPTIONAL_PROMISES.items()
        requested = [promise for option, promise in optional if getattr(self, option)]
        for promise in (*task_rules.PROMISES, *requested):
            yield from check_promise(promise, trial, self.path, self.root)


class UnitPiece(Piece):
    """A unit, and its chapter if the course has a book."""

    @property
    def book(self) -> Path:
        """Return the folder of the pages, which need not exist."""
        return self.root / "book"

    @property
    def page(self) -> Path:
        """Return the path of the unit's chapter."""
        return self.book / f"{self.path.name}.md"

    def files(self) -> list[Path]:
        """Return tasks, settings, released notebook, pages, and files that the chapter uses."""
        released = self.root / "exercises" / self.path.name
        own_files = [*self.path.rglob("*.py"), *self.path.glob("*.toml"), *released.glob("*.ipynb")]
        shared = [self.book / "_toc.yml", self.book / "data" / "claims.toml"]
        scripts = (self.book / "_static" / "explorables").glob("*.js")
        return [self.path, *own_files, *self.book.glob("[0-9]*.md"), *shared, *scripts]

    def proofs(self) -> Iterator[Proof]:
        """Yield the proofs about the unit and its chapter."""
        course, unit = Course(self.path.parent), Unit(self.path)
        try:
            settings = UnitSettings.of(unit, EXEMPTIBLE)
            has_tasks = bool(unit.tasks)
        except CourseError as error:
            if error.path not in unit.files:  # the piece of the task reports this error
                yield self.broken("readable", Breach.of(error))
            return
        if not has_tasks:
            yield self.broken("readable", Breach("The unit has no task. Write `01_name.py`."))
            return
        assignment = unit_rules.Assignment(course, unit, settings)
        yield from self._check_promises(unit_rules.EVERYWHERE, assignment, settings)
        if self.book.is_dir():
            yield from self._check_promises(unit_rules.WITH_A_BOOK, assignment, settings)
            yield from self._chapter(settings)

    def _chapter(self, settings: UnitSettings) -> Iterator[Proof]:
        if self.page.is_file():
            yield from self._check_promises(
                chapter_rules.PROMISES, chapter_rules.Chapter(self.page), settings, self.page
            )
        else:
            remedy = "Write it, or rename the unit to match its chapter."
            yield self.broken("readable", Breach(f"The unit has no chapter. {remedy}", self.page))

    def _check_promises(
        self,
        promises: tuple[Promise[T], ...],
        thing: T,
        settings: UnitSettings,
        path: Path | None = None,
    ) -> Iterator[Proof]:
        for promise in promises:
            proofs = check_promise(promise, thing, path or self.path, self.root)
            reason = settings.exempt.get(promise.__name__)
            yield from proofs if reason is None else [self._exempt(proofs, reason, settings)]

    def _exempt(self, proofs: list[Proof], reason: str, settings: UnitSettings) -> Proof:
        first = proofs[0]
        if any(proof.broken for proof in proofs):
            return Proof(first.place, first.promise, State.EXEMPT, reason)
        remedy = f"The unit keeps this promise. Remove `{first.promise}` from [exempt]."
        return self.broken(first.promise, Breach(remedy, settings.path))


class BookPiece(Piece):
    """All chapters of the book: each must have a unit."""

    def proofs(self) -> Iterator[Proof]:
        """Yield a broken proof for each chapter without a unit, which no other piece covers."""
        for page in sorted(self.path.glob("[0-9]*.md")):
            if not (self.root / "solutions" / page.stem).is_dir():
                remedy = f"Create solutions/{page.stem}/, or rename the page."
                yield self.broken("readable", Breach(f"The chapter has no unit. {remedy}", page))


def pieces(what: Course | Unit | Task, **options: Any) -> list[Piece]:
    """Return the pieces in reading order. `options` are keyword arguments of `Piece`."""
    if isinstance(what, Task):
        return [TaskPiece(what.path.parents[2], what.path, **options)]
    if isinstance(what, Unit):
        root = what.path.parents[1]
        made = [TaskPiece(root, path, **options) for path in what.files]
        return [*made, UnitPiece(root, what.path)]
    root = what.path.parent
    each = [piece for unit in what.units.values() for piece in pieces(unit, **options)]
    return [*each, *([BookPiece(root, root / "book")] if (root / "book").is_dir() else [])]


def prove(what: Course | Unit | Task, **options: Any) -> Iterator[Proof]:
    """Yield all proofs. A course without units gives a broken proof, too."""
    if isinstance(what, Course) and not what.units:
        yield Proof(str(what.path), "readable", State.BROKEN, "The course has no unit.")
    for piece in pieces(what, **options):
        yield from piece.proofs()
