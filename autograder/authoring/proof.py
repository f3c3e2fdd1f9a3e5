"""What comes of a promise: kept, broken with what mends it, or left out with a reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from autograder.core.messages.errors import CourseError

T = TypeVar("T")


class State(Enum):
    """How a promise stands. An exemption is said aloud, never passed over."""

    KEPT = "kept"
    BROKEN = "BROKEN"
    EXEMPT = "exempt"


@dataclass(frozen=True)
class Breach:
    """Where a rule is broken, and what mends it."""

    reason: str
    path: Path | None = None  # of what was looked at, unless said
    line: int | None = None

    @classmethod
    def of(cls, error: CourseError) -> Breach:
        """A malformed file has said its own sentence already."""
        path = Path(error.path) if error.path else None
        return cls(f"{error.problem} {error.mend}".strip(), path, error.line)


# A promise is a function: its name is the promise's, its docstring the rule that CONTRIBUTING
# shows, and what it yields are the breaches.
Promise = Callable[[T], Iterable[Breach]]


@dataclass(frozen=True)
class Proof:
    """One promise about one file."""

    place: str
    promise: str
    state: State = State.KEPT
    reason: str = ""

    @property
    def broken(self) -> bool:
        """Whether somebody has to mend something."""
        return self.state is State.BROKEN

    def __str__(self) -> str:
        reason = "\n        ".join(self.reason.splitlines())
        line = f"{self.state.value:<6}  {self.place}: {self.promise}"
        return f"{line}: {reason}" if reason else line


def put_to_proof(promise: Promise[T], thing: T, path: Path, root: Path) -> list[Proof]:
    """A proof for each breach of one promise, or the one that it is kept."""
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
    """The file as an editor opens it, from the course's folder."""
    short = path.relative_to(root) if path.is_relative_to(root) else path
    return f"{short}:{line}" if line else str(short)


def rules(promises: Iterable[Promise[T]]) -> str:
    """The promises as a list in markdown, for CONTRIBUTING."""
    return "".join(
        f"- `{promise.__name__}`: {' '.join((promise.__doc__ or '').split())}\n"
        for promise in promises
    )
