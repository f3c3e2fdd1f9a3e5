"""Read and normalize a submission, without running its code."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from autograder.core.course.course import Course, Unit
from autograder.core.digest import digest
from autograder.core.messages.printable import plain
from autograder.notebook.release import grade_id, unit_cells
from autograder.runner.submissions.normalize import normalize_submission
from autograder.runner.submissions.read_file import (
    NeedsReview,
    Unreadable,
    parse_notebook,
    read_file,
)
from autograder.runner.submissions.submission import Submission


@dataclass(frozen=True)
class OpenedSubmission:
    """A submission that has been read. If it is unreadable, `refused` contains the reason."""

    submission: Submission
    file: str  # digest, or "" if the file could not be read
    refused: str = ""

    @property
    def code(self) -> list[str]:
        """Return the text that determines the verdicts: the cells to run, with their names.

        If the file is unreadable, return only the reason.
        """
        if self.refused:
            return [self.refused]
        return [f"{name}\0{piece.source}" for name, piece in self.submission.code()]


def open_submission(course: Course, unit: Unit, student: str, path: Path) -> OpenedSubmission:
    """Read a submitted file. Raise NeedsReview if a person has to look at the file first."""
    cells, file, refused = read_submission(path)
    return OpenedSubmission(normalize_submission(course, unit, student, cells), file, refused)


def read_submission(path: Path) -> tuple[list[dict[str, Any]], str, str]:
    """Return the cells, a digest of the file, and the reason why the file is unreadable, or "".

    An unreadable file has no cells. Raise NeedsReview if a person has to look at the file first; if
    it is missing, the message names the other files of its folder.
    """
    file = ""
    try:
        data = read_file(path)
        file = digest(data)
        return parse_notebook(data), file, ""
    except NeedsReview as error:
        if path.exists() or not (others := sorted(plain(p.name) for p in path.parent.iterdir())):
            raise
        advice = f"Rename the one that counts to {plain(path.name)}."
        raise NeedsReview(
            f"{error} The folder contains {', '.join(others[:3])}. {advice}"
        ) from None
    except Unreadable as error:
        return [], file, str(error)


def blank_answers(course: Course, unit: Unit, submission: Submission) -> frozenset[str]:
    """Return nbgrader's names of the answers that equal the stub.

    These answers get the comment "No response."
    """
    stubs = {
        cell["id"]: cell["metadata"]["autograder"]["stub"].strip("\n")
        for cell in unit_cells(course, unit)
        if "autograder" in cell["metadata"]
    }
    sources = {
        grade_id(piece.task, "check" if piece.role == "essay" else "answer"): piece.source
        for piece in submission.pieces
        if piece.role in ("answer", "essay")
    }
    return frozenset(name for name, stub in stubs.items() if sources[name] == stub)
