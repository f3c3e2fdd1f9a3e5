"""Exceptions of the course (CourseError) and of the student's work (CheckFailed, StudentError)."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path


class ReadableError(Exception):
    """An error with a message for users. A notebook shows the message without a stack trace."""

    def _render_traceback_(self) -> list[str]:
        # IPython calls this method to render an exception.
        return str(self).splitlines()


def sentence(error: BaseException) -> str:
    """Return the text of an error, preceded by its type unless it is a ReadableError."""
    return str(error) if isinstance(error, ReadableError) else f"{type(error).__name__}: {error}"


class CourseError(ReadableError):
    """An error in the course, a file or a command; the place and the remedy may be missing."""

    def __init__(
        self,
        problem: str,
        remedy: str = "",
        path: Path | str | None = None,
        line: int | None = None,
    ) -> None:
        self.problem, self.remedy, self.path, self.line = problem, remedy, path, line
        where = f"{path}:{line}: " if line else f"{path}: " if path else ""
        super().__init__(where + problem + (f"\n{remedy}" if remedy else ""))


class CheckFailed(ReadableError):
    """The error of a failed check in a notebook, which shows only the message."""


def unknown(
    what: str,
    name: str,
    names: list[str],
    path: Path | str | None = None,
    line: int | None = None,
) -> CourseError:
    """Return an error for an unknown name.

    The message suggests up to three similar names or, if there are none, names the first three.
    """
    if close := get_close_matches(name, names, n=3, cutoff=0.6):
        remedy = f"Did you mean {' or '.join(close)}?"
    elif names:
        others = f" and {len(names) - 3} more" if len(names) > 3 else ""
        remedy = f"Known names: {', '.join(names[:3])}{others}."
    else:
        remedy = f"There is no {what}."
    return CourseError(f"No {what} is called {name!r}.", remedy, path, line)


class StudentError(Exception):
    """An error in a student's answer, with the property and the message of the finding."""

    def __init__(self, property: str, message: str) -> None:
        self.property = property
        super().__init__(message)
