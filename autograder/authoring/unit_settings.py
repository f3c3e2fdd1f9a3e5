"""Read `unit.toml`, which contains the limits of a unit and its exemptions from rules.

Each exemption must have a reason. `prove.py` reports an exemption from a rule that the unit keeps.
A unit that follows all rules needs no `unit.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from autograder.core.course.course import Unit
from autograder.core.course.toml_file import TomlFile
from autograder.core.messages.errors import CourseError

FILE = "unit.toml"


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
        file = TomlFile(path)
        file.check_types(file.entries, {"points": int, "tasks": int, "exempt": dict})
        exempt = file.entries.get("exempt", {})
        file.check_keys("exemptible rule", exempt, rules)
        for key, reason in exempt.items():
            if not isinstance(reason, str) or not reason.strip():
                problem = f"The exemption from `{key}` has no reason."
                raise CourseError(problem, f'Add one: {key} = "..."', path, file.line(key))
        return cls(path, **file.entries)
