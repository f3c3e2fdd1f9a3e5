"""The kind `value`: named values, computed from parameters that differ for each student."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil, isclose, log
from typing import Any, ClassVar

from autograder.core.grading.check import Check, Kind
from autograder.core.grading.compare_outputs import DEFAULT_TOLERANCE, data, list_words
from autograder.core.grading.evidence import Evidence
from autograder.core.grading.expected import Expected
from autograder.core.grading.plain_data import as_data
from autograder.core.grading.show_values import describe_structure
from autograder.core.inputs.cases import Case
from autograder.core.messages.errors import StudentError
from autograder.core.messages.explain_error import error_finding
from autograder.core.messages.verdict import Finding

SAME_DIGITS = 1e-3  # in hints, numbers with at most this relative difference count as equal
DIGITS = 6  # a right value rounded to fewer decimal places gets a hint
LEAST, MOST = 1e-100, 1e100  # numbers of other magnitudes get no hints, to avoid overflow


@dataclass(frozen=True)
class Value(Kind):
    """Named values. An answer is the tuple of the values, in the order of the check's arguments."""

    name: ClassVar[str] = "value"
    description: ClassVar[str] = "number"
    takes_inputs: ClassVar[bool] = False
    per_student: ClassVar[bool] = True

    def placeholder(self, names: Sequence[str]) -> list[str]:
        return [f"{name} = ..." for name in names]

    def read_answer(self, names: Sequence[str], space: Mapping[str, Any]) -> Any:
        return tuple(space.get(name, ...) for name in names)

    def constant_answer(self, names: Sequence[str], value: str) -> str:
        return "\n".join(f"{name} = {value}" for name in names)

    def run_trusted(self, function: Any, case: Case) -> Any:
        return as_data(function)

    def compare(self, check: Check, expected: Expected, output: Any) -> Finding | None:
        differences = []
        for row in zip(check.names, expected.values, output, strict=True):
            name, want, have = row
            tolerance = check.tolerance
            # A whole number whose declared tolerance is below 0.5 gets the default tolerance.
            if isinstance(want, int) and tolerance and abs(want) * tolerance < 0.5:
                tolerance = DEFAULT_TOLERANCE
            if wrong := data(want, have, tolerance, f"`{name}`"):
                differences.append((row, wrong))
        if not differences:
            return None
        ((_, one, other), finding), *more = differences
        # Never show the right value, because it is the answer to the task.
        if finding.property != "values":
            return replace(finding, expected=describe_structure(one))
        also = [f"`{name}` is not right either." for (name, *_), _ in more]
        words = list_words(expected.values, one, other)
        parts = (finding.message + words, _describe_near_miss(one, other), *also)
        return replace(finding, message=" ".join(filter(None, parts)), expected="")

    def gather(self, check: Check, answer: Any, cases: Sequence[Case]) -> Evidence:
        try:
            return Evidence([as_data(answer)])
        except StudentError as error:
            return Evidence([error_finding(error)])


VALUE = Value()


def _power(factor: float, base: int) -> bool:
    """Return True if `factor` is approximately `base` to an integer power other than 0."""
    power = round(log(factor, base))
    return power != 0 and isclose(factor, float(base) ** power, rel_tol=SAME_DIGITS)


def _describe_near_miss(want: Any, have: Any) -> str:
    """Return a hint if a number is right except for sign, rounding, unit or inversion, or ""."""
    if not all(isinstance(it, int | float) and LEAST < abs(it) < MOST for it in (want, have)):
        return ""
    if isclose(have, -want, rel_tol=SAME_DIGITS):
        return "Its magnitude is right, but its sign is not."
    if min(want, have) < 0:
        return ""
    # An expected value of at most 1 is rounded only to decimal places, not to a whole number.
    whole = (ceil(want), round(want)) if want > 1 else ()
    rounded = *whole, *(round(want, places) for places in range(1, DIGITS))
    if have in rounded and abs(have - want) < want / 2:
        return "It is the right number, rounded to too few digits."
    factor = have / want
    if _power(factor, 10):
        return "Its digits are right, but it is wrong by a power of ten. Check the unit."
    if _power(factor, 1024):
        return (
            "It is wrong by a power of 1024: KiB or MiB instead of bytes, or a 1024 is missing or "
            "used twice."
        )
    if any(
        isclose(factor, 1.024**power, rel_tol=DEFAULT_TOLERANCE) for power in range(-4, 5) if power
    ):
        return (
            "It is wrong by the factor between 1000 and 1024: "
            "a KiB is more than a kB, a MiB more than a MB."
        )
    if isclose(have * want, 1, rel_tol=SAME_DIGITS):
        return "It is 1 divided by the right number. Swap the numerator and the denominator."
    if any(isclose(factor, eight, rel_tol=SAME_DIGITS) for eight in (8, 1 / 8)):
        return (
            "It is wrong by a factor of 8: bits instead of bytes, or an 8 is missing or used twice."
        )
    return ""
