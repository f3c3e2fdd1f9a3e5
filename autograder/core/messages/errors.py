"""What goes wrong, by whose hand: the course's (CourseError) or the learner's (CheckFailed)."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path


class Spoken(Exception):
    """An error whose text says it all: a notebook shows the text and no stack."""

    def _render_traceback_(self) -> list[str]:
        # IPython asks an exception for its own rendering; ours has no stack, it has a reason.
        return str(self).splitlines()


def sentence(error: BaseException) -> str:
    """Its own sentence where it has one; else what kind it is as well."""
    return str(error) if isinstance(error, Spoken) else f"{type(error).__name__}: {error}"


class CourseError(Spoken):
    """The course is broken or asked for by a name it does not have; never the learner's failure."""

    def __init__(
        self, problem: str, mend: str = "", path: Path | str | None = None, line: int | None = None
    ) -> None:
        self.problem, self.mend, self.path, self.line = problem, mend, path, line
        where = f"{path}:{line}: " if line else f"{path}: " if path else ""
        super().__init__(where + problem + (f"\n{mend}" if mend else ""))


class CheckFailed(Spoken):
    """Raised by `check`; its text is all that a notebook shows."""


def unknown(
    what: str,
    name: str,
    known: list[str],
    path: Path | str | None = None,
    line: int | None = None,
) -> CourseError:
    """The error for a name that does not exist, with the closest ones that do."""
    close = get_close_matches(name, known, n=3, cutoff=0.4) or known
    mend = f"Did you mean {' or '.join(close[:3])}?" if close else f"There is no {what} here."
    return CourseError(f"No {what} is called {name!r}.", mend, path, line)


class StudentError(Exception):
    """Found by us in the learner's work, already in plain words: (property, message)."""

    def __init__(self, property: str, message: str) -> None:
        self.property = property
        super().__init__(message)
