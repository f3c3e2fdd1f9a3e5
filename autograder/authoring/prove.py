"""A course's promises, kept or not: of each task, of each unit, and of each chapter of the book."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring import chapter_rules, task_rules, unit_rules
from autograder.authoring.proof import Breach, Promise, Proof, State, T, place, put_to_proof
from autograder.authoring.unit_settings import Contract
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.course.task_file import task_files
from autograder.core.messages.errors import CourseError

EXEMPTIBLE = [promise.__name__ for promise in (*unit_rules.WITH_A_BOOK, *chapter_rules.PROMISES)]


@dataclass(frozen=True)
class Piece:
    """What is proved in one go, and the files that decide how it stands."""

    root: Path
    path: Path
    classes: int = 0
    mutants: bool = False

    def files(self) -> list[Path]:
        """Return the files whose changes may change the proofs."""
        return [self.path]

    def proofs(self) -> Iterator[Proof]:
        """A proof for each promise about it."""
        raise NotImplementedError

    def broken(self, promise: str, breach: Breach) -> Proof:
        """A proof that has no promise function: nothing can be asked of what cannot be read."""
        where = place(breach.path or self.path, self.root, breach.line)
        return Proof(where, promise, State.BROKEN, breach.reason)


class TaskPiece(Piece):
    """A task: its file and its answers file."""

    def files(self) -> list[Path]:
        """Return those that exist."""
        return task_files(self.path)

    def proofs(self) -> Iterator[Proof]:
        """Its own answers are run."""
        try:
            trial = task_rules.Trial(Task.read(self.path), self.classes)
            _ = not trial.task.kind.judged or trial.check.mistakes
        except CourseError as error:
            yield self.broken("readable", Breach.of(error))
            return
        asked = [promise for name, promise in task_rules.WHEN_ASKED.items() if getattr(self, name)]
        for promise in (*task_rules.PROMISES, *asked):
            yield from put_to_proof(promise, trial, self.path, self.root)


class UnitPiece(Piece):
    """A unit, and its chapter where the course has a book."""

    @property
    def book(self) -> Path:
        """The pages, which need not exist."""
        return self.root / "book"

    @property
    def page(self) -> Path:
        """The unit's chapter."""
        return self.book / f"{self.path.name}.md"

    def files(self) -> list[Path]:
        """Tasks, contract, released notebook, pages, and what the chapter names."""
        released = self.root / "exercises" / self.path.name
        mine = [*self.path.rglob("*.py"), *self.path.glob("*.toml"), *released.glob("*.ipynb")]
        shared = [self.book / "_toc.yml", self.book / "data" / "claims.toml"]
        scripts = (self.book / "_static" / "explorables").glob("*.js")
        return [self.path, *mine, *self.book.glob("[0-9]*.md"), *shared, *scripts]

    def proofs(self) -> Iterator[Proof]:
        """What makes it an assignment of this course, and its page a chapter."""
        course, unit = Course(self.path.parent), Unit(self.path)
        try:
            contract = Contract.of(unit, EXEMPTIBLE)
            found = bool(unit.tasks)
        except CourseError as error:
            if error.path not in unit.files:  # a task's own piece tells of it
                yield self.broken("readable", Breach.of(error))
            return
        if not found:
            yield self.broken("readable", Breach("It holds no task; write `01_name.py`."))
            return
        it = unit_rules.Assignment(course, unit, contract)
        yield from self._put(unit_rules.EVERYWHERE, it, contract)
        if self.book.is_dir():
            yield from self._put(unit_rules.WITH_A_BOOK, it, contract)
            yield from self._chapter(contract)

    def _chapter(self, contract: Contract) -> Iterator[Proof]:
        if self.page.is_file():
            yield from self._put(
                chapter_rules.PROMISES, chapter_rules.Chapter(self.page), contract, self.page
            )
        else:
            mend = "a unit and its chapter share one stem."
            yield self.broken("readable", Breach(f"Its chapter is missing; {mend}", self.page))

    def _put(
        self,
        promises: tuple[Promise[T], ...],
        thing: T,
        contract: Contract,
        path: Path | None = None,
    ) -> Iterator[Proof]:
        for promise in promises:
            proofs = put_to_proof(promise, thing, path or self.path, self.root)
            reason = contract.exempt.get(promise.__name__)
            yield from proofs if reason is None else [self._exempt(proofs, reason, contract)]

    def _exempt(self, proofs: list[Proof], reason: str, contract: Contract) -> Proof:
        first = proofs[0]
        if any(proof.broken for proof in proofs):
            return Proof(first.place, first.promise, State.EXEMPT, reason)
        mend = f"It is kept by now; drop `{first.promise}` from [exempt]."
        return self.broken(first.promise, Breach(mend, contract.path))


class BookPiece(Piece):
    """The book's chapters as a whole: each has a unit."""

    def proofs(self) -> Iterator[Proof]:
        """A chapter without a unit would be proved by nobody."""
        for page in sorted(self.path.glob("[0-9]*.md")):
            if not (self.root / "solutions" / page.stem).is_dir():
                mend = f"write solutions/{page.stem}/, or rename the page."
                yield self.broken("readable", Breach(f"It has no unit; {mend}", page))


def pieces(what: Course | Unit | Task, **asked: Any) -> list[Piece]:
    """What there is to prove, in the order in which an author reads it; `asked` as of a Piece."""
    if isinstance(what, Task):
        return [TaskPiece(what.path.parents[2], what.path, **asked)]
    if isinstance(what, Unit):
        root = what.path.parents[1]
        made = [TaskPiece(root, path, **asked) for path in what.files]
        return [*made, UnitPiece(root, what.path)]
    root = what.path.parent
    each = [piece for unit in what.units.values() for piece in pieces(unit, **asked)]
    return [*each, *([BookPiece(root, root / "book")] if (root / "book").is_dir() else [])]


def prove(what: Course | Unit | Task, **asked: Any) -> Iterator[Proof]:
    """Every promise, one after another; a course with nothing to prove breaks one as well."""
    if isinstance(what, Course) and not what.units:
        yield Proof(str(what.path), "readable", State.BROKEN, "It holds no unit.")
    for piece in pieces(what, **asked):
        yield from piece.proofs()
