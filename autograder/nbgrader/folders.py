"""Define where a student's files for one unit are stored, and the data of a feedback page."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from autograder.core.digest import digest

ATTEMPTS = "attempts"  # folder of a class for attempts that do not count


@dataclass(frozen=True)
class Folders:
    """The locations of one student's files for one unit."""

    course: Path
    root: Path  # the class's folder
    student: str
    unit: str

    @property
    def source(self) -> Path:
        """The unit's folder with the task files and the files released beside the notebook."""
        return self.course / "solutions" / self.unit

    @property
    def submitted(self) -> Path:
        """The folder that the student handed in."""
        return self.root / "submitted" / self.student / self.unit

    @property
    def notebook(self) -> Path:
        """The submitted notebook."""
        return self.submitted / f"{self.unit}.ipynb"

    def attempt(self, file: str) -> Path:
        """Return the path of an archived attempt, given the digest of its notebook."""
        return self.root / ATTEMPTS / self.student / self.unit / f"{file[:12]}.ipynb"

    @property
    def copy(self) -> Path:
        """The graded notebook."""
        return self.root / "autograded" / self.student / self.unit / f"{self.unit}.ipynb"

    @property
    def page(self) -> Path:
        """The feedback page."""
        return self.root / "feedback" / self.student / self.unit / f"{self.unit}.html"


@dataclass(frozen=True)
class FeedbackData:
    """Scores and comments that a feedback page shows, as nbgrader's GetGrades would read them."""

    scores: Mapping[str, float]
    comments: Mapping[str, str | None]
    max_points: Mapping[str, float]
    late_penalty: float
    waiting: tuple[str, ...]  # tasks worth points that have not been graded
    by_hand: tuple[str, ...]  # tasks graded by a person

    @property
    def score(self) -> float:
        """The total score, with the late penalty subtracted."""
        return sum(self.scores.values()) - self.late_penalty

    @property
    def graded_points(self) -> float:
        """The sum of the maximum scores of all tasks that have been graded."""
        return sum(most for name, most in self.max_points.items() if name not in self.waiting)

    @property
    def digest(self) -> str:
        """The digest of this data, which shows whether a page still matches the gradebook."""
        return digest(json.dumps(asdict(self), sort_keys=True))
