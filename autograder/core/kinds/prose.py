"""An answer in words, which a person reads: for the points of its rubric, or as a bonus."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from autograder.core.grading.check import Kind


@dataclass(frozen=True)
class Prose(Kind):
    """Text: nothing is checked."""

    name: ClassVar[str] = "prose"
    description: ClassVar[str] = "explanation"
    judged: ClassVar[bool] = False
    takes_inputs: ClassVar[bool] = False

    def placeholder(self, names: Sequence[str]) -> list[str]:
        return ["*Your answer.*"]


PROSE = Prose()
