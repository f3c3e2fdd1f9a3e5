"""Read `policy.toml`, the instructor's policy for a class, from the folder above `submitted/`.

Dates, extensions and the late penalty are written to nbgrader's gradebook, so that nbgrader's own
commands use them, too. Weights, dropped units and extra credit determine the total of `autograder
export`. Verdicts do not depend on the policy, so a changed policy does not run programs again.
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any

from nbgrader.plugins import LateSubmissionPlugin

from autograder.core.course.toml_file import TomlFile

NAME = "policy.toml"
LAST, IN_TIME = "last", "in time"  # rules that select one of several attempts
_DECIMAL = r"(\d{1,5}(?:\.\d+)?)"
_SPAN = re.compile(rf"{_DECIMAL} *(minute|min|hour|h|day|d|week)s?")
_SECONDS = {"min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86400, "day": 86400}
_SECONDS |= {"week": 604800}
_RATE = re.compile(rf"{_DECIMAL} *(%|points?) *(?:a|an|per|/) *(hour|day|week)")
_TYPES = {"attempts": None, "drop_lowest": int, "late": dict, "unit": dict, "extension": dict}
_UNIT_TYPES = {"due": None, "weight": None, "extra_credit": bool}


@dataclass(frozen=True)
class Late:
    """A late penalty of `amount` for each period that has started, up to `at_most`."""

    grace: timedelta = timedelta()
    amount: float = 0.0
    percent: bool = False  # whether `amount` is in percent of the points earned
    every: int = 86400  # length of a period in seconds
    at_most: float = 1.0  # maximum penalty, as a share of the points earned

    def penalty(self, score: float, seconds: float) -> float:
        """Return the points to subtract, to two decimals, or 0 within the grace period.

        After the grace period, the periods are counted from the due date.
        """
        if seconds <= self.grace.total_seconds() or score <= 0:
            return 0.0
        periods = -(-seconds // self.every)
        taken = periods * self.amount * (score / 100 if self.percent else 1)
        return float(round(min(taken, self.at_most * score), 2))


@dataclass(frozen=True)
class Terms:
    """The policy for one unit."""

    due: datetime | None = None
    weight: float = 1.0
    extra_credit: bool = False


@dataclass(frozen=True)
class Policy:
    """The policy of a class. The default values apply to a class without a policy file."""

    path: Path | None = None  # None without a policy file
    late: Late | None = None
    units: Mapping[str, Terms] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], timedelta] = field(default_factory=dict)
    drop_lowest: int = 0
    attempts: str = LAST

    @classmethod
    def of_class(cls, folder: Path, units: Collection[str] = ()) -> "Policy":
        """Read the policy of a class, or return the defaults if the file is missing.

        Raise CourseError if the file cannot be read, or with the line of an invalid entry. Without
        `units`, the names of units are not checked.
        """
        path = folder / NAME
        return _PolicyFile(path).policy(units) if path.exists() else cls()

    def terms(self, unit: str) -> Terms:
        """Return the policy of a unit, or the defaults."""
        return self.units.get(unit, Terms())

    def extension(self, student: str, unit: str) -> timedelta | None:
        """Return a student's extension for this unit, or else for all units, or None."""
        date = self.extensions.get((student, unit))
        return self.extensions.get((student, "")) if date is None else date

    def is_candidate(
        self, student: str, unit: str, when: datetime | None, late: bool = False
    ) -> bool:
        """Return True if the policy allows this attempt to count.

        The last of the allowed attempts counts. `late` means that the platform has marked the
        attempt as late, with or without a time.
        """
        due = self.terms(unit).due
        if self.attempts == LAST:
            return True
        if when is None or due is None:
            return not late
        extension = self.extension(student, unit) or timedelta()
        return when.astimezone(UTC) <= due + extension + (
            self.late.grace if self.late else timedelta()
        )

    def counts(self, unit: str, now: datetime, absent_student: str = "") -> bool:
        """Return True if the unit counts in the total.

        A unit counts if the policy names the unit and the due date, if any, has passed.
        `absent_student` is a student who has not submitted the unit and may have an extension.
        """
        due, extension = self.terms(unit).due, self.extension(absent_student, unit)
        is_due = due is None or now - due >= (extension or timedelta())
        return unit in self.units and is_due

    def line(self, key: str) -> int:
        """Return the number of an entry's line in policy.toml, or 1 if it is not found."""
        return TomlFile(self.path).line(key) if self.path else 1

    def total(self, shares: Mapping[str, float]) -> float | None:
        """Return the total in percent, given each unit's share of points.

        The units with the lowest shares are dropped, but at least one unit counts. Extra credit is
        added to the points, but not to the maximum. If no unit has a weight, return None.
        """
        counted = [(self.terms(unit), shares[unit]) for unit in shares]
        extra = sum(t.weight * share for t, share in counted if t.extra_credit)
        plain = sorted(((t.weight, share) for t, share in counted if not t.extra_credit))
        counting = sorted(plain, key=lambda pair: pair[1])[min(self.drop_lowest, len(plain) - 1) :]
        most = sum(weight for weight, _ in counting)
        return 100 * (sum(w * share for w, share in counting) + extra) / most if most else None


class PolicyPenalty(LateSubmissionPlugin):  # type: ignore[misc]  # nbgrader ships no types
    """`c.AssignLatePenalties.plugin_class`: the policy's penalty, or else nbgrader's own rule."""

    def late_submission_penalty(self, student_id: str, score: float, seconds: float) -> Any:
        """Return the penalty in points. nbgrader defines the signature of this method."""
        root = self.config.get("CourseDirectory", {}).get("root") or "."
        late = Policy.of_class(Path(str(root))).late
        if late is None:
            return super().late_submission_penalty(student_id, score, seconds)
        return late.penalty(score, seconds)


class _PolicyFile(TomlFile):
    def policy(self, known_units: Collection[str]) -> Policy:
        self.check_types(self.entries, _TYPES)
        if (drop := self.entries.get("drop_lowest", 0)) < 0:
            raise self.invalid("drop_lowest", drop, "a whole number, 0 or more")
        attempts = self.entries.get("attempts", LAST)
        if attempts not in (LAST, IN_TIME):
            raise self.invalid("attempts", attempts, f'"{LAST}" or "{IN_TIME}"')
        terms = self.entries.get("unit", {})
        extensions = {
            (student, unit): self._span(student, span)
            for student, value in self.entries.get("extension", {}).items()
            for unit, span in (value if isinstance(value, dict) else {"": value}).items()
        }
        if known_units:
            named = [*terms, *(unit for _, unit in extensions if unit)]
            self.check_keys("unit", named, known_units)
        units = {unit: self._terms(unit, entries) for unit, entries in terms.items()}
        late = self._late(self.entries["late"]) if self.entries.get("late") else None
        return Policy(self.path, late, units, extensions, drop, attempts)

    def _late(self, entries: Mapping[str, Any]) -> Late:
        self.check_types(entries, dict.fromkeys(("grace", "penalty", "at_most")))
        grace = self._span("grace", entries.get("grace", "0 min"))
        rate = _RATE.fullmatch(str(entries.get("penalty", "0 points a day")))
        if not rate:
            raise self.invalid(
                "penalty", entries["penalty"], '"10 % a day" or "0.5 points an hour"'
            )
        most = entries.get("at_most", "100 %")
        share = re.fullmatch(rf"{_DECIMAL} *%", str(most))
        if not share:
            raise self.invalid("at_most", most, 'a share such as "50 %"')
        every = _SECONDS[rate[3]]
        return Late(grace, float(rate[1]), rate[2] == "%", every, float(share[1]) / 100)

    def _terms(self, unit: str, entries: Any) -> Terms:
        if not isinstance(entries, dict):
            raise self.invalid(unit, entries, "a table, [unit.NAME]")
        self.check_types(entries, _UNIT_TYPES, unit)
        due, weight = entries.get("due"), entries.get("weight", 1)
        if due is not None and (not isinstance(due, datetime) or due.tzinfo is None):
            raise self.invalid("due", due, "a time with its zone: 2026-03-01T23:59:00+01:00", unit)
        if type(weight) not in (int, float) or not 0 <= weight < inf:
            raise self.invalid("weight", weight, "a number, 0 or more", unit)
        return Terms(due, float(weight), entries.get("extra_credit", False))

    def _span(self, name: str, value: Any) -> timedelta:
        match = _SPAN.fullmatch(str(value))
        if not match:
            raise self.invalid(name, value, 'a duration such as "15 min" or "3 days"')
        return timedelta(seconds=float(match[1]) * _SECONDS[match[2]])
