"""A task under trial: its check, and the verdicts on its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from autograder.core.course.plan import load_check
from autograder.core.course.task import Task
from autograder.core.grading.check import Check
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.judgement import judge_outputs
from autograder.core.inputs.cases import Case
from autograder.core.inputs.generator import PUBLIC
from autograder.core.messages.errors import CourseError
from autograder.core.messages.verdict import Verdict

KEYS = (PUBLIC, b"one class", b"another class")  # the last two stand for the secrets of classes


@dataclass(frozen=True)
class Trial:
    """A task with its cached check.

    The answers are tried on the inputs of `classes` classes. If parameters differ between students,
    they are tried with the parameters of `classes` students instead.
    """

    task: Task
    classes: int = 0

    @cached_property
    def check(self) -> Check:
        """Return the check of the task. Raise CourseError if one of its cells fails."""
        return load_check(self.task)

    def run_cells(self) -> None:
        """Run all cells and draw the public inputs. Raise CourseError with a line if this fails."""
        cell = self.task.cell("check")
        if cell is None:  # prose
            return
        _ = self.check.mistakes
        try:
            self.check.cases()
        except CourseError as error:
            path, line = (error.path, error.line) if error.line else cell.place
            raise CourseError(error.problem, error.remedy, path, line) from error

    @cached_property
    def students(self) -> list[Check]:
        """Return the checks of `classes` invented students, each with the student's parameters."""
        return [load_check(self.task, f"student {number}") for number in range(self.classes)]

    @cached_property
    def wrong_verdicts(self) -> list[Verdict]:
        """Return the verdict on each known wrong answer for the public inputs, in file order."""
        return [self.verdict(mistake.answer) for mistake in self.check.mistakes]

    def gather(self, answer: Any, cases: Sequence[Case]) -> Evidence:
        """Run an answer in this process, without a sandbox, and return its outputs and costs."""
        return self.check.kind.gather(self.check, answer, cases)

    def verdict(self, answer: Any, keys: tuple[bytes, ...] = (PUBLIC,)) -> Verdict:
        """Return the verdict on an answer for the inputs that are drawn with these keys."""
        cases = [case for key in keys for case in self.check.cases(key)]
        return judge_outputs(self.check, cases, self.gather(answer, cases))
