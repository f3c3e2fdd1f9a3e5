"""The result of a promise (a rule for courses): kept, broken with a remedy, or exempt with a
reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from autograder.core.messages.errors import CourseError

T = TypeVar("T")


class State(Enum):
    """The state of a promise. An exemption is always reported."""

    KEPT = "kept"
    BROKEN = "BROKEN"
    EXEMPT = "exempt"


@dataclass(frozen=True)
class Breach:
    """A place where a rule is broken, with the reason and the remedy."""

    reason: str
    path: Path | None = None  # None means the file that the promise is about
    line: int | None = None

    @classmethod
    def of(cls, error: CourseError) -> Breach:
        """Create a breach from the error of a malformed file."""
        path = Path(error.path) if error.path else None
        return cls(f"{error.problem} {error.mend}".strip(), path, error.line)


# A promise is a function that yields breaches. Its name is the name of the promise, and its
# docstring is the rule that CONTRIBUTING shows.
Promise = Callable[[T], Iterable[Breach]]


@dataclass(frozen=True)
class Proof:
    """The result of one promise for one file."""

    place: str
    promise: str
    state: State = State.KEPT
    reason: str = ""

    @property
    def broken(self) -> bool:
        """Return True if the author has to fix something."""
        return self.state is State.BROKEN

    def __str__(self) -> str:
        reason = "\n        ".join(self.reason.splitlines())
        line = f"{self.state.value:<6}  {self.place}: {self.promise}"
        return f"{line}: {reason}" if reason else line


def check_promise(promise: Promise[T], thing: T, path: Path, root: Path) -> list[Proof]:
    """Return one proof for each breach of a promise, or a single proof that it is kept."""
    try:
        breaches = list(promise(thing))
    except CourseError as error:
        breaches = [Breach.of(error)]
    if not breaches:
        return [Proof(place(path, root), promise.__name__)]
    return [
        Proof(
            place(breach.path or path, root, breach.line),
            promise.__name__,
            State.BROKEN,
            breach.reason,
        )
        for breach in breaches
    ]


def place(path: Path, root: Path, line: int | None = None) -> str:
    """Return the path relative to the course folder, with the line: `file.py:12`."""
    short = path.relative_to(root) if path.is_relative_to(root) else path
    return f"{short}:{line}" if line else str(short)


def format_rules(promises: Iterable[Promise[T]]) -> str:
    """Return the promises as a Markdown list for CONTRIBUTING."""
    return "".join(
        f"- `{promise.__name__}`: {' '.join((promise.__doc__ or '').split())}\n"
        for promise in promises
    )
