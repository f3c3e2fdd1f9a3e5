"""The result of a check as data, in the same form in a notebook and in the grader."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """The outcome of a check. `BROKEN` means an error in the course, not in the answer."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"
    LATER = "later"  # only in a notebook whose solution is withheld
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """The result for one checked property. Its message is empty or consists of sentences."""

    property: str  # values, shape, dtype, finite, structure, law, work, ..., raised, refused, stub
    passed: bool
    message: str = ""
    expected: str = ""
    got: str = ""
    smallest_input: str = ""
    mistake: str = ""  # the name of the known mistake that gives the same results
    odd: bool = False  # passed with an implausibly low cost; only the instructor sees this

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Finding:
        """Create a finding from the data that `asdict` returned."""
        return cls(**data)


@dataclass(frozen=True)
class Verdict:
    """The points of one task, with the findings that explain them."""

    task: str
    status: Status
    points: float
    max_points: float
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()  # shown with every result, for example that a print was removed
    program: str = ""  # digest of the graded program, if there is one

    @property
    def failures(self) -> tuple[Finding, ...]:
        """Return the findings that did not pass."""
        return tuple(finding for finding in self.findings if not finding.passed)

    @property
    def odd(self) -> tuple[Finding, ...]:
        """Return the findings that an instructor should look at. Students do not see them."""
        return tuple(finding for finding in self.findings if finding.odd)

    @property
    def mistake(self) -> str:
        """Return the name of the first recognised mistake, or an empty string."""
        return next((f.mistake for f in self.findings if f.mistake), "")

    def to_json(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return asdict(self) | {"status": self.status.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """Create a verdict from the data that `to_json` returned."""
        return cls(
            task=data["task"],
            status=Status(data["status"]),
            points=data["points"],
            max_points=data["max_points"],
            findings=tuple(Finding.from_json(item) for item in data["findings"]),
            notes=tuple(data["notes"]),
            program=data["program"],
        )

    def text(self, hint: str = "") -> str:
        """Return the report for the student.

        `hint` is added to the report of a failed task.
        """
        from autograder.core.messages.report import verdict_text

        return verdict_text(self, hint)
