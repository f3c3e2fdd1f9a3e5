"""Check the rules for courses on each task and each unit of a course."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.authoring import task_rules, unit_rules
from autograder.authoring.proof import Proof, Rule, State, Violation, check_rule, place
from autograder.authoring.trial import Trial
from autograder.authoring.unit_settings import UnitSettings
from autograder.core.course.course import Course, Unit
from autograder.core.course.task import Task
from autograder.core.course.task_file import task_files
from autograder.core.messages.errors import CourseError

EXEMPTIBLE = [rule.__name__ for rule in unit_rules.WITH_A_BOOK]


@dataclass(frozen=True)
class Piece:
    """A task or a unit: the rules for one are checked together. Subclasses define `proofs`."""

    root: Path
    path: Path
    classes: int = 0
    mutants: bool = False

    def files(self) -> list[Path]:
        """Return the files on which the results depend."""
        return [self.path]

    def proofs(self) -> Iterator[Proof]:
        """Check the rules on this task or unit and yield the results."""
        raise NotImplementedError

    def broken(self, rule: str, violation: Violation) -> Proof:
        """Return the result for a violation that no rule function yields, such as `readable`."""
        where = place(violation.path or self.path, self.root, violation.line)
        return Proof(where, rule, State.BROKEN, violation.reason)


class TaskPiece(Piece):
    """A task, which has a task file and usually an answers file."""

    def files(self) -> list[Path]:
        """Return the task file, and the answers file if there is one."""
        return task_files(self.path)

    def proofs(self) -> Iterator[Proof]:
        """Check the rules for tasks and the requested optional rules, and yield the results.

        If the task cannot be read or one of its cells fails, yield only a violation of `readable`.
        """
        try:
            trial = Trial(Task.read(self.path), self.classes)
            # Run all cells now, so that an error in a cell is reported once and not by every rule.
            trial.run_cells()
        except CourseError as error:
            yield self.broken("readable", Violation.of(error))
            return
        optional = task_rules.OPTIONAL_RULES.items()
        requested = [rule for option, rule in optional if getattr(self, option)]
        for rule in (*task_rules.RULES, *requested):
            yield from check_rule(rule, trial, self.path, self.root)


class UnitPiece(Piece):
    """A unit, which has task files, a released notebook and optional settings."""

    @property
    def book(self) -> Path:
        """Return the path of the book's folder, whether or not this folder exists."""
        return self.root / "book"

    def files(self) -> list[Path]:
        """Return the unit's folder, Python and TOML files and notebook, and the book's chapters."""
        released = self.root / "exercises" / self.path.name
        own_files = [*self.path.rglob("*.py"), *self.path.glob("*.toml"), *released.glob("*.ipynb")]
        return [self.path, *own_files, *self.book.glob("[0-9]*.md")]

    def proofs(self) -> Iterator[Proof]:
        """Check the rules for units, with exemptions, and yield the results.

        If the settings or the folder cannot be used, yield only a violation of `readable`. If a
        task file cannot be read, yield nothing.
        """
        course, unit = Course(self.path.parent), Unit(self.path)
        try:
            settings = UnitSettings.of(unit, EXEMPTIBLE)
            has_tasks = bool(unit.tasks)
        except CourseError as error:
            if error.path not in unit.files:  # a `TaskPiece` reports errors in task files
                yield self.broken("readable", Violation.of(error))
            return
        if not has_tasks:
            yield self.broken("readable", Violation("The unit has no task. Write `01_name.py`."))
            return
        assignment = unit_rules.Assignment(course, unit, settings)
        yield from self._check_rules(unit_rules.EVERYWHERE, assignment, settings)
        if self.book.is_dir():
            yield from self._check_rules(unit_rules.WITH_A_BOOK, assignment, settings)

    def _check_rules(
        self,
        rules: tuple[Rule[unit_rules.Assignment], ...],
        assignment: unit_rules.Assignment,
        settings: UnitSettings,
    ) -> Iterator[Proof]:
        for rule in rules:
            proofs = check_rule(rule, assignment, self.path, self.root)
            reason = settings.exempt.get(rule.__name__)
            if reason is None:
                yield from proofs
            elif any(proof.broken for proof in proofs):
                yield Proof(proofs[0].place, rule.__name__, State.EXEMPT, reason)
            else:
                remedy = f"The unit keeps this rule. Remove `{rule.__name__}` from [exempt]."
                yield self.broken(rule.__name__, Violation(remedy, settings.path))


def pieces(target: Course | Unit | Task, **options: Any) -> list[Piece]:
    """Return the tasks and units to check, each unit after its tasks.

    `options` are the optional fields of `TaskPiece`. For a single task, omit its unit.
    """
    if isinstance(target, Task):
        return [TaskPiece(target.path.parents[2], target.path, **options)]
    if isinstance(target, Unit):
        root = target.path.parents[1]
        task_pieces = [TaskPiece(root, path, **options) for path in target.files]
        return [*task_pieces, UnitPiece(root, target.path)]
    return [piece for unit in target.units.values() for piece in pieces(unit, **options)]


def prove(target: Course | Unit | Task, **options: Any) -> Iterator[Proof]:
    """Check a course, a unit or a task and yield the results. An empty course is a violation."""
    if isinstance(target, Course) and not target.units:
        yield Proof(str(target.path), "readable", State.BROKEN, "The course has no unit.")
    for piece in pieces(target, **options):
        yield from piece.proofs()
