"""A submission read and healed; nothing of it is run."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.printable import plain
from autograder.notebook.release import grade_id, unit_cells
from autograder.runner.submissions.normalize import Submission, heal
from autograder.runner.submissions.read_file import Accident, Unreadable, parse_notebook, read_file


@dataclass(frozen=True)
class Opened:
    """What is in it; of a file that cannot be read, an empty notebook and the reason."""

    submission: Submission
    file: str  # digest; nothing, where the file itself could not be read
    refused: str = ""

    @property
    def code(self) -> list[str]:
        """The healed cells that are run, each with its place; of a refused file, the reason."""
        if self.refused:
            return [self.refused]
        return [f"{name}\0{piece.source}" for name, piece in self.submission.code()]


def open_submission(course: Course, unit: Unit, student: str, path: Path) -> Opened:
    """Read what was handed in; an Accident is for a person to look at, and is no verdict."""
    cells, file, refused = read_submission(path)
    return Opened(heal(course, unit, student, cells), file, refused)


def read_submission(path: Path) -> tuple[list[dict[str, Any]], str, str]:
    """The cells, the digest of the file, and the reason why there are no cells."""
    file = ""
    try:
        data = read_file(path)
        file = digest(data)
        return parse_notebook(data), file, ""
    except Accident as error:
        if path.exists() or not (others := sorted(plain(p.name) for p in path.parent.iterdir())):
            raise
        mend = "Rename the one that counts, or put it there."
        raise Accident(f"{error} The folder holds {', '.join(others[:3])}. {mend}") from None
    except Unreadable as error:
        return [], file, str(error)


def blank_answers(course: Course, unit: Unit, submission: Submission) -> frozenset[str]:
    """The answers that are still the stub, by nbgrader's name: it says "No response." to them."""
    stubs = {
        cell["id"]: cell["metadata"]["autograder"]["stub"].strip("\n")
        for cell in unit_cells(course, unit)
        if "autograder" in cell["metadata"]
    }
    given = {
        grade_id(piece.task, "check" if piece.role == "essay" else "answer"): piece.source
        for piece in submission.pieces
        if piece.role in ("answer", "essay")
    }
    return frozenset(name for name, stub in stubs.items() if given[name] == stub)


@cache
def unit_of(course: Path, unit: str) -> tuple[Course, Unit]:
    """For a process of our own: it reads the course once, and grades by that."""
    found = Course.find(course)
    return found, found.unit(unit)
