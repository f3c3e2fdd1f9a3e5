"""Check one rule for courses on one task or unit, and describe the results."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TypeVar

from autograder.core.messages.errors import CourseError

T = TypeVar("T")


class State(Enum):
    """Whether a task or unit keeps a rule, breaks it, or is exempt from it."""

    KEPT = "kept"
    BROKEN = "BROKEN"
    EXEMPT = "exempt"


@dataclass(frozen=True)
class Violation:
    """One violation of a rule: the reason with a remedy, and the file and line if known."""

    reason: str
    path: Path | None = None  # None means the file that is being checked
    line: int | None = None

    @classmethod
    def of(cls, error: CourseError) -> Violation:
        """Create a violation from an error in the course, such as a malformed file."""
        path = Path(error.path) if error.path else None
        return cls(f"{error.problem} {error.remedy}".strip(), path, error.line)


# A rule is a function that yields the violations. The rule has the name of the function. In
# CONTRIBUTING.md, the text of the rule is the docstring of the function.
Rule = Callable[[T], Iterable[Violation]]


@dataclass(frozen=True)
class Proof:
    """A result of checking one rule in one place, with the reason unless the rule is kept."""

    place: str
    rule: str
    state: State = State.KEPT
    reason: str = ""

    @property
    def broken(self) -> bool:
        """Return True for a violation, which the author has to fix."""
        return self.state is State.BROKEN

    def __str__(self) -> str:
        reason = "\n        ".join(self.reason.splitlines())
        line = f"{self.state.value:<6}  {self.place}: {self.rule}"
        return f"{line}: {reason}" if reason else line


def check_rule(rule: Rule[T], subject: T, path: Path, root: Path) -> list[Proof]:
    """Check a rule. Return a proof for each violation, or a single proof that the rule is kept.

    A CourseError or SystemExit that the rule raises counts as a violation.
    """
    try:
        violations = list(rule(subject))
    except CourseError as error:
        violations = [Violation.of(error)]
    except SystemExit:  # otherwise, `prove` would end with the exit code of a success
        violations = [Violation("Code of the task calls `exit()`. Remove this call.")]
    if not violations:
        return [Proof(place(path, root), rule.__name__)]
    return [
        Proof(
            place(violation.path or path, root, violation.line),
            rule.__name__,
            State.BROKEN,
            violation.reason,
        )
        for violation in violations
    ]


def place(path: Path, root: Path, line: int | None = None) -> str:
    """Return the path relative to `root`, with the line number if given, such as `file.py:12`.

    A path outside `root` stays as it is.
    """
    short = path.relative_to(root) if path.is_relative_to(root) else path
    return f"{short}:{line}" if line else str(short)


def format_rules(rules: Iterable[Rule[T]]) -> str:
    """Return the names and texts of the rules as a Markdown list for CONTRIBUTING.md."""
    return "".join(
        f"- `{rule.__name__}`: {' '.join((rule.__doc__ or '').split())}\n" for rule in rules
    )
