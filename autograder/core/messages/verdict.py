"""The result of a check as data and as text, the same in a notebook and in the grader."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from autograder.core.messages.printable import replace_control_characters, wrap


class Status(StrEnum):
    """The outcome of a check. `BROKEN` means an error in the course, not in the answer."""

    PASSED = "passed"
    FAILED = "failed"
    NOT_RUN = "not run"
    LATER = "later"  # only in a notebook whose solution is withheld
    BROKEN = "broken"


_OUTCOMES = {
    Status.PASSED: "passed",
    Status.FAILED: "not yet",
    Status.NOT_RUN: "not run yet",
    Status.LATER: "counted when it is graded",
    Status.BROKEN: "not graded",
}
BROKEN = "The course has an error. It is not your mistake, and you lose no points."
_HALF = "Correct values earn half of the points, and the budget earns the other half."
_LABELS = (("input", "smallest_input"), ("expected", "expected"), ("got", "got"))
_CRASHES = ("raised", "refused")  # `got` is a line of code


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

    @property
    def outcome(self) -> str:
        """Return the outcome in words, such as "not yet"."""
        # The grader or the student may have ended the run.
        stopped = any(finding.property == "stopped" for finding in self.findings)
        return "stopped" if stopped else _OUTCOMES[self.status]

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
        head = f"{self.task}: {self.outcome}"
        if self.status in (Status.PASSED, Status.FAILED):
            noun = "point" if self.max_points == 1 else "points"
            head += f", {self.points:g} of {self.max_points:g} {noun}"
        blocks = [head + "."]
        if self.status is Status.BROKEN:
            blocks.append(BROKEN)
        budget = [f for f in self.findings if f.passed and f.expected]
        named = [finding for finding in self.failures if finding.mistake]
        blocks += [_block(finding) for finding in self.failures if not finding.mistake]
        for place, finding in enumerate(named):
            title = "Another mistake with the same results" if place else "This is a known mistake"
            message = textwrap.indent(finding.message, "  ")
            blocks.append(f"{title}, {finding.mistake}:\n{message}")
        if budget:
            rows = [f"  {each.property:<7}  {each.got}; {each.expected}." for each in budget]
            blocks.append("\n".join(rows))
        if self.status is Status.FAILED and self.points:
            blocks.append(_HALF)
        blocks += [wrap(f"Note: {note}") for note in self.notes]
        if hint and self.status is Status.FAILED:
            blocks.append(hint)
        return replace_control_characters("\n\n".join(blocks))


def _block(finding: Finding) -> str:
    lines = [wrap(finding.message)]
    for label, name in _LABELS:
        if text := getattr(finding, name):
            label = "at" if name == "got" and finding.property in _CRASHES else label
            first, *rest = text.splitlines()
            lines += [f"  {label:<9} {first}", *(" " * 12 + line for line in rest)]
    return "\n".join(line for line in lines if line)
