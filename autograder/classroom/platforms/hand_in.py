"""A notebook that a student handed in."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from autograder.classroom.platforms.path_info import PathInfo
from autograder.classroom.roster import Owner
from autograder.core.course.course import Course
from autograder.runner import Unreadable, normalize_submission, parse_notebook

_NO_TIME = datetime.min.replace(tzinfo=UTC)


@dataclass(frozen=True)
class HandIn:
    """A notebook in an archive, and one student who handed it in."""

    name: str  # the notebook's path in the archive
    digest: str
    read: Callable[[], bytes]  # reads the notebook while the archive is open
    owner: Owner
    info: PathInfo

    @property
    def order(self) -> tuple[datetime, int]:
        """Return the time (if unknown, the earliest possible one) and the number of the attempt."""
        return self.info.when or _NO_TIME, self.info.order


UnitHandIn = tuple[str, HandIn]  # unit, hand-in


def count_answers(course: Course, unit: str, hand_in: HandIn) -> int:
    """Return the number of answers in a hand-in, or 0 if the notebook cannot be read."""
    try:
        cells = parse_notebook(hand_in.read())
        return len(normalize_submission(course, course.unit(unit), "", cells).answered)
    except Unreadable:
        return 0
