"""An answer in words, which a person reads: for the points of its rubric, or as a bonus."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from autograder.core.grading.check import Kind


@dataclass(frozen=True)
class Prose(Kind):
    """Text: nothing is checked."""

    name: ClassVar[str] = "prose"
    words: ClassVar[str] = "explanation"
    judged: ClassVar[bool] = False
    drawn: ClassVar[bool] = False

    def stub(self, names: Sequence[str]) -> list[str]:
        return ["*Your answer.*"]


PROSE = Prose()
