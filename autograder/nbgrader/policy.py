"""A class's policy: one small file, `policy.toml` beside `submitted/`, that its instructor writes.

Dates, extensions and the late penalty go where nbgrader keeps them, so that every way of grading
counts by them; weights, drops and extra credit make the total of `autograder export`. Nothing of it
is judged: a changed policy needs no program to be run again.
"""

import re
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import inf
from pathlib import Path
from typing import Any

from nbgrader.plugins import LateSubmissionPlugin

from autograder.core.messages.errors import CourseError, unknown

NAME = "policy.toml"
LAST, IN_TIME = "last", "in time"  # of several attempts
_FIGURE = r"(\d{1,5}(?:\.\d+)?)"
_SPAN = re.compile(rf"{_FIGURE} *(minute|min|hour|h|day|d|week)s?")
_SECONDS = {"min": 60, "minute": 60, "h": 3600, "hour": 3600, "d": 86400, "day": 86400}
_SECONDS |= {"week": 604800}
_RATE = re.compile(rf"{_FIGURE} *(%|points?) *(?:a|an|per|/) *(hour|day|week)")
_KEYS = ("attempts", "drop_lowest", "late", "unit", "extension")
_LATE, _UNIT = ("grace", "penalty", "at_most"), ("due", "weight", "extra_credit")


@dataclass(frozen=True)
class Late:
    """What handing in late costs: so much for each begun day, and never more than at_most."""

    grace: timedelta = timedelta()
    amount: float = 0.0
    percent: bool = False  # of what the work earned
    every: int = 86400  # seconds
    at_most: float = 1.0  # share of what the work earned

    def penalty(self, score: float, seconds: float) -> float:
        """Points taken; within the grace none, behind it from the due date on."""
        if seconds <= self.grace.total_seconds() or score <= 0:
            return 0.0
        begun = -(-seconds // self.every)
        taken = begun * self.amount * (score / 100 if self.percent else 1)
        return float(round(min(taken, self.at_most * score), 2))


@dataclass(frozen=True)
class Terms:
    """Of one unit."""

    due: datetime | None = None
    weight: float = 1.0
    extra_credit: bool = False


@dataclass(frozen=True)
class Policy:
    """What is not said is as without a policy."""

    path: Path | None = None  # nothing, where nobody wrote one
    late: Late | None = None
    units: Mapping[str, Terms] = field(default_factory=dict)
    extensions: Mapping[tuple[str, str], timedelta] = field(default_factory=dict)
    drop_lowest: int = 0
    attempts: str = LAST  # which of several counts

    @classmethod
    def of_class(cls, folder: Path, units: Collection[str] = ()) -> "Policy":
        """Read it; what cannot be meant is a CourseError with its line."""
        path = folder / NAME
        return _Reader(path, units).policy() if path.exists() else cls()

    def terms(self, unit: str) -> Terms:
        """Of a unit that it does not name, the usual ones."""
        return self.units.get(unit, Terms())

    def extension(self, student: str, unit: str) -> timedelta | None:
        """For this unit, else for every unit."""
        found = self.extensions.get((student, unit))
        return self.extensions.get((student, "")) if found is None else found

    def is_candidate(
        self, student: str, unit: str, when: datetime | None, late: bool = False
    ) -> bool:
        """Whether it is one of those attempts of which the last counts.

        `late`: the platform has marked it so, whether or not it says when it came.
        """
        due = self.terms(unit).due
        if self.attempts == LAST:
            return True
        if when is None or due is None:
            return not late
        more = self.extension(student, unit) or timedelta()
        return when.astimezone(UTC) <= due + more + (self.late.grace if self.late else timedelta())

    def counts(self, unit: str, now: datetime, waits_for: str = "") -> bool:
        """Whether it is part of the total: named, and due, for who has not handed in as well."""
        due, more = self.terms(unit).due, self.extension(waits_for, unit)
        late = due is None or now - due >= (more or timedelta())
        return unit in self.units and late

    def line(self, key: str) -> int:
        """Where it stands."""
        return _Reader(self.path, ()).line(key) if self.path else 1

    def total(self, shares: Mapping[str, float]) -> float | None:
        """Percent, from the share of each unit's points; who lacks one has nought in it."""
        counted = [(self.terms(unit), shares[unit]) for unit in shares]
        extra = sum(t.weight * share for t, share in counted if t.extra_credit)
        plain = sorted(((t.weight, share) for t, share in counted if not t.extra_credit))
        kept = sorted(plain, key=lambda one: one[1])[min(self.drop_lowest, len(plain) - 1) :]
        most = sum(weight for weight, _ in kept)
        return 100 * (sum(w * share for w, share in kept) + extra) / most if most else None


class PolicyPenalty(LateSubmissionPlugin):  # type: ignore[misc]  # nbgrader ships no types
    """`c.AssignLatePenalties.plugin_class`: the policy's penalty, else nbgrader's own rule."""

    def late_submission_penalty(self, student_id: str, score: float, seconds: float) -> Any:
        """As nbgrader asks for it."""
        root = self.config.get("CourseDirectory", {}).get("root") or "."
        late = Policy.of_class(Path(str(root))).late
        if late is None:
            return super().late_submission_penalty(student_id, score, seconds)
        return late.penalty(score, seconds)


class _Reader:
    def __init__(self, path: Path, units: Collection[str]) -> None:
        self._path, self._known = path, units
        try:
            self._text = path.read_text("utf-8-sig")
            self._data = tomllib.loads(self._text)
        except (OSError, UnicodeDecodeError) as error:
            raise CourseError(f"{path} cannot be read: {error}.", "Save it as UTF-8.") from None
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            said = f"It is not TOML: {str(error).split(' (at')[0]}."
            raise CourseError(said, "", path, int(line[1]) if line else 1) from None

    def policy(self) -> Policy:
        self._keys(self._data, _KEYS)
        drop = self._data.get("drop_lowest", 0)
        if type(drop) is not int or drop < 0:
            raise self._wrong("drop_lowest", drop, "a whole number")
        attempts = self._data.get("attempts", LAST)
        if attempts not in (LAST, IN_TIME):
            raise self._wrong("attempts", attempts, f'"{LAST}" or "{IN_TIME}"')
        units = {unit: self._terms(unit, said) for unit, said in self._table("unit").items()}
        extensions = {}
        for student, said in self._table("extension").items():
            for unit, span in (said if isinstance(said, dict) else {"": said}).items():
                if unit:
                    self._unit(unit)
                extensions[student, unit] = self._span(student, span)
        return Policy(self._path, self._late(), units, extensions, drop, attempts)

    def _table(self, name: str) -> dict[str, Any]:
        found = self._data.get(name, {})
        if not isinstance(found, dict):
            raise self._wrong(name, found, f"a table, [{name}]")
        return found

    def _late(self) -> Late | None:
        said = self._table("late")
        if not said:
            return None
        self._keys(said, _LATE)
        grace = self._span("grace", said.get("grace", "0 min"))
        rate = _RATE.fullmatch(str(said.get("penalty", "0 points a day")))
        if not rate:
            raise self._wrong("penalty", said["penalty"], '"10 % a day" or "0.5 points an hour"')
        most = said.get("at_most", "100 %")
        share = re.fullmatch(rf"{_FIGURE} *%", str(most))
        if not share:
            raise self._wrong("at_most", most, '"50 %"')
        every = _SECONDS[rate[3]]
        return Late(grace, float(rate[1]), rate[2] == "%", every, float(share[1]) / 100)

    def _terms(self, unit: str, said: Any) -> Terms:
        self._unit(unit)
        if not isinstance(said, dict):
            raise self._wrong(unit, said, "a table, [unit.NAME]")
        self._keys(said, _UNIT)
        due, weight = said.get("due"), said.get("weight", 1)
        if due is not None and (not isinstance(due, datetime) or due.tzinfo is None):
            raise self._wrong("due", due, "a time with its zone: 2026-03-01T23:59:00+01:00", unit)
        if type(weight) not in (int, float) or not 0 <= weight < inf:
            raise self._wrong("weight", weight, "a number, 0 or more", unit)
        if type(extra := said.get("extra_credit", False)) is not bool:
            raise self._wrong("extra_credit", extra, "true or false", unit)
        return Terms(due, float(weight), extra)

    def _span(self, name: str, said: Any) -> timedelta:
        found = _SPAN.fullmatch(str(said))
        if not found:
            raise self._wrong(name, said, '"15 min", "3 days"')
        return timedelta(seconds=float(found[1]) * _SECONDS[found[2]])

    def _unit(self, name: str) -> None:
        if self._known and name not in self._known:
            raise unknown("unit", name, list(self._known), self._path, self.line(name))

    def _keys(self, said: Mapping[str, Any], known: tuple[str, ...]) -> None:
        for key in said:
            if key not in known:
                raise unknown("entry", key, list(known), self._path, self.line(key))

    def _wrong(self, key: str, value: Any, asked: str, below: str = "") -> CourseError:
        # As it stands in the file, where no date is `datetime.date(...)`.
        found = repr(value) if isinstance(value, str) else str(value).lower()
        if isinstance(value, datetime):
            found = value.isoformat()
        problem = f"`{key}` is {found}, which is not {asked}."
        return CourseError(problem, f"Write {asked}.", self._path, self.line(key, below))

    def line(self, key: str, below: str = "") -> int:
        """Where a key stands, in the table of that name."""
        lines = self._text.splitlines()
        tables = (n for n, line in enumerate(lines) if line.lstrip().startswith("[unit."))
        start = next((n for n in tables if below and below in lines[n]), 0)
        wanted = rf"\s*(\[.*)?[\"']?{re.escape(key)}\b"
        return next((n for n, x in enumerate(lines[start:], start + 1) if re.match(wanted, x)), 1)
