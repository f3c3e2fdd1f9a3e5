"""`unit.toml`, beside the tasks: where a unit says what it does otherwise than the others, and why.

A unit that keeps every rule has none. An exemption that is no longer needed is itself a breach, so
that it goes with its reason.
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
class Contract:
    """What a unit is held to."""

    path: Path
    points: int = 10
    tasks: int = 7  # at most
    exempt: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, unit: Unit, promises: list[str]) -> Contract:
        """The unit's own, else the usual one; exemptions name promises."""
        path = unit.path / FILE
        if not path.is_file():
            return cls(path)
        try:
            read = tomllib.loads(path.read_text(encoding="utf-8"))
        except tomllib.TOMLDecodeError as error:
            raise CourseError(f"It is not TOML: {error}.", "Quote a reason.", path) from None
        _checked(read, promises, path)
        return cls(path, **read)


def _checked(read: dict[str, Any], promises: list[str], path: Path) -> None:
    for key, value in read.items():
        if key not in KEYS:
            raise unknown("entry of a unit's contract", key, list(KEYS), path)
        if not isinstance(value, KEYS[key]) or value is True:
            mend = "`points` and `tasks` are whole numbers, `[exempt]` a table of reasons."
            raise CourseError(f"`{key}` is {value!r}.", mend, path)
    for key, reason in read.get("exempt", {}).items():
        if key not in promises:
            raise unknown("promise that a unit can do without", key, promises, path)
        if not isinstance(reason, str) or not reason.strip():
            mend = f'Say why: {key} = "..."'
            raise CourseError(f"The exemption from `{key}` has no reason.", mend, path)
