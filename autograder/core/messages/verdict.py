"""What a check found, as data: the same at home and at the judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any


class Status(StrEnum):
    """Whose turn it is: nobody's, the learner's (wrong or not run), the one's who grades, ours."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"
    LATER = "later"  # at home alone, where the solution is withheld
    BROKEN = "broken"


@dataclass(frozen=True)
class Finding:
    """One property that was looked at. Texts are finished: they are shown as they are."""

    property: str  # values, shape, dtype, finite, structure, law, work, ..., raised, refused, stub
    passed: bool
    message: str = ""
    asked: str = ""
    got: str = ""
    smallest_input: str = ""
    mistake: str = ""  # the name of the wrong variant that behaves alike
    odd: bool = False  # for an instructor alone: it passed, and far below what was expected

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Finding:
        """The finding that `asdict` wrote."""
        return cls(**data)


@dataclass(frozen=True)
class Verdict:
    """What one task earned and why."""

    task: str
    status: Status
    points: float
    max_points: float
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()  # said beside any result: a print that was left out, ...
    program: str = ""  # digest of the judged program, where there is one

    @property
    def failures(self) -> tuple[Finding, ...]:
        """The findings that did not pass."""
        return tuple(finding for finding in self.findings if not finding.passed)

    @property
    def odd(self) -> tuple[Finding, ...]:
        """The findings that a person should look at; a student is told nothing of it."""
        return tuple(finding for finding in self.findings if finding.odd)

    @property
    def mistake(self) -> str:
        """The name of the recognised mistake, if any."""
        return next((f.mistake for f in self.findings if f.mistake), "")

    def to_json(self) -> dict[str, Any]:
        """Plain data for a result."""
        return asdict(self) | {"status": self.status.value}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Verdict:
        """The verdict that `to_json` wrote."""
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
        """What a student reads. `hint` is the call that shows the next hint, if there is one."""
        from autograder.core.messages.report import verdict_text

        return verdict_text(self, hint)
