"""Named values, worked out from figures that belong to the student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from typing import TYPE_CHECKING, Any, ClassVar

from autograder.judge.compare import data
from autograder.judge.data import as_data
from autograder.judge.expect import Expected
from autograder.judge.judgement import Evidence
from autograder.judge.kind import Kind
from autograder.say.errors import StudentError
from autograder.say.trouble import trouble
from autograder.say.verdict import Finding

if TYPE_CHECKING:
    from autograder.draw.cases import Case
    from autograder.judge.check import Check


@dataclass(frozen=True)
class Value(Kind):
    """The answer is the tuple of the values, in the order of the check."""

    name: ClassVar[str] = "value"
    words: ClassVar[str] = "number"
    drawn: ClassVar[bool] = False
    personal: ClassVar[bool] = True

    def stub(self, names: Sequence[str]) -> list[str]:
        return [f"{name} = ..." for name in names]

    def answer(self, names: Sequence[str], space: Mapping[str, Any]) -> Any:
        return tuple(space.get(name, ...) for name in names)

    def constant(self, names: Sequence[str], value: str) -> str:
        return "\n".join(f"{name} = {value}" for name in names)

    def outcome(self, function: Any, case: Case) -> Any:
        return as_data(function)

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        for name, one, other in zip(check.names, expected.values, output, strict=True):
            if finding := data(one, other, check.tolerance, f"`{name}`"):
                # The right value is the whole task: never shown.
                if finding.property == "values":
                    return replace(finding, asked="", message=finding.message + _unit(one, other))
                return finding
        return None

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        try:
            return Evidence([as_data(answer)])
        except StudentError as error:
            return Evidence([trouble(error)])


def _unit(asked: Any, got: Any) -> str:
    """What to say of a number whose digits are right: that its unit is not."""
    numbers = isinstance(asked, int | float) and isinstance(got, int | float)
    if not numbers or not asked or not got:
        return ""
    factors = [8, *(10**power for power in range(1, 13))]  # bytes and bits; kilo, mega, ...
    ratio = max(got / asked, asked / got)
    if not any(isclose(ratio, factor, rel_tol=1e-3) for factor in factors):
        return ""
    return f" Its digits are, and it is off by a factor of {ratio:,.0f}: look at the units."


VALUE = Value()
