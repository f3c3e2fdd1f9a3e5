"""Where a student's files for one unit are, and what a feedback page shows beside the answers."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.core.digest import digest

ATTEMPTS = "attempts"  # of a class: what was handed in and does not count any more


@dataclass(frozen=True)
class Folders:
    """Where a student's files for one unit are."""

    course: Path
    root: Path  # of the class
    student: str
    unit: str

    @property
    def source(self) -> Path:
        """Where the task files are, and what else of ours goes beside a notebook."""
        return self.course / "solutions" / self.unit

    @property
    def submitted(self) -> Path:
        """What was handed in."""
        return self.root / "submitted" / self.student / self.unit

    @property
    def notebook(self) -> Path:
        """The submission itself."""
        return self.submitted / f"{self.unit}.ipynb"

    def attempt(self, file: str) -> Path:
        """Where one of that digest is kept that no longer counts: a day's file is one file."""
        return self.root / ATTEMPTS / self.student / self.unit / f"{file[:12]}.ipynb"

    @property
    def copy(self) -> Path:
        """The graded notebook."""
        return self.root / "autograded" / self.student / self.unit / f"{self.unit}.ipynb"

    @property
    def page(self) -> Path:
        """The feedback."""
        return self.root / "feedback" / self.student / self.unit / f"{self.unit}.html"


@dataclass(frozen=True)
class Shown:
    """What a feedback page shows beside the graded copy: GetGrades, as data."""

    scores: Mapping[str, float]
    comments: Mapping[str, str | None]
    most: Mapping[str, float]
    late_penalty: float
    waiting: tuple[str, ...]  # what counts, and has no points from anybody yet
    by_hand: tuple[str, ...]  # what a person gave points for

    @property
    def score(self) -> float:
        """Of the whole notebook."""
        return sum(self.scores.values()) - self.late_penalty

    @property
    def settled(self) -> float:
        """The most that can be had of what somebody has given points for, or refused them."""
        return sum(most for name, most in self.most.items() if name not in self.waiting)

    @property
    def digest(self) -> str:
        """By which it is known whether a page still says what the gradebook says."""
        return digest(json.dumps(asdict(self), sort_keys=True))
