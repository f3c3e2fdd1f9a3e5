"""Read `unit.toml`, which contains the limits of a unit and its exemptions from rules.

Each exemption must have a reason. `prove.py` reports an exemption from a rule that the unit keeps.
A unit that follows all rules needs no `unit.toml`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from autograder.core.course.course import Unit
from autograder.core.messages.errors import CourseError, unknown

FILE = "unit.toml"
KEYS = {"points": int, "tasks": int, "exempt": dict}


@dataclass(frozen=True)
class UnitSettings:
    """The limits and exemptions of a unit."""

    path: Path
    points: int = 10
    tasks: int = 7  # maximum number of graded tasks
    exempt: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, unit: Unit, rules: list[str]) -> UnitSettings:
        """Read the unit's settings, or return the defaults if there is no `unit.toml`.

        `rules` contains the names of the rules from which a unit may be exempt. Raise CourseError
        if a setting is unknown, has the wrong type, or is an exemption without a reason.
        """
        path = unit.path / FILE
        if not path.is_file():
            return cls(path)
        try:
            values = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise CourseError(f"Invalid TOML: {error}.", "Put reasons in quotes.", path) from None
        _check_settings(values, rules, path)
        return cls(path, **values)


def _check_settings(values: dict[str, Any], rules: list[str], path: Path) -> None:
    for key, value in values.items():
        if key not in KEYS:
            raise unknown("unit setting", key, list(KEYS), path)
        if type(value) is not KEYS[key]:  # not isinstance: a bool is an int
            remedy = (
                "`points` and `tasks` must be whole numbers, and `[exempt]` a table of reasons."
            )
            raise CourseError(f"`{key}` is {value!r}.", remedy, path)
    for key, reason in values.get("exempt", {}).items():
        if key not in rules:
            raise unknown("exemptible rule", key, rules, path)
        if not isinstance(reason, str) or not reason.strip():
            remedy = f'Add one: {key} = "..."'
            raise CourseError(f"The exemption from `{key}` has no reason.", remedy, path)
