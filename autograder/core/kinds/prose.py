"""The kind `prose`: a written explanation, graded by a person if the task has a rubric."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from autograder.core.grading.check import Kind


@dataclass(frozen=True)
class Prose(Kind):
    name: ClassVar[str] = "prose"
    description: ClassVar[str] = "explanation"
    judged: ClassVar[bool] = False
    takes_inputs: ClassVar[bool] = False

    def placeholder(self, names: Sequence[str]) -> list[str]:
        return ["*Your answer.*"]


PROSE = Prose()
