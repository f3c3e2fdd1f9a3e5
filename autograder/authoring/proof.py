"""Check *promises*, which are rules for courses. A unit may be exempt from a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from autograder.core.messages.errors import CourseError

T = TypeVar("T")


class State(Enum):
    """Whether a course follows a rule, breaks it, or is exempt from it."""

    KEPT = "kept"
    BROKEN = "BROKEN"
    EXEMPT = "exempt"


@dataclass(frozen=True)
class Breach:
    """One violation of a rule: the reason with a remedy, and the file and line."""

    reason: str
    path: Path | None = None  # None means the file that is being checked
    line: int | None = None

    @classmethod
    def of(cls, error: CourseError) -> Breach:
        """Create a breach (a rule violation) from the error that a malformed file caused."""
        path = Path(error.path) if error.path else None
        return cls(f"{error.problem} {error.mend}".strip(), path, error.line)


# A promise is a function that checks one rule and yields the violations. The function's name is the
# name of the rule, and CONTRIBUTING.md quotes its docstring as the rule.
Promise = Callable[[T], Iterable[Breach]]


@dataclass(frozen=True)
class Proof:
    """A result of checking one rule: that it is kept, one violation, or an exemption."""

    place: str
    promise: str
    state: State = State.KEPT
    reason: str = ""

    @property
    def broken(self) -> bool:
        """Return True for a violation, which the author has to fix."""
        return self.state is State.BROKEN

    def __str__(self) -> str:
        reason = "\n        ".join(self.reason.splitlines())
        line = f"{self.state.value:<6}  {self.place}: {self.promise}"
        return f"{line}: {reason}" if reason else line


def check_promise(promise: Promise[T], thing: T, path: Path, root: Path) -> list[Proof]:
    """Check a rule. Return a proof for each violation, or a single proof that the rule is kept."""
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
    """Return the path relative to the course folder and the line number, such as `file.py:12`."""
    short = path.relative_to(root) if path.is_relative_to(root) else path
    return f"{short}:{line}" if line else str(short)


def format_rules(promises: Iterable[Promise[T]]) -> str:
    """Return the names and rules of promises as a Markdown list for CONTRIBUTING.md."""
    return "".join(
        f"- `{promise.__name__}`: {' '.join((promise.__doc__ or '').split())}\n"
        for promise in promises
    )
