"""Limits that a statement gives as a number agree with what the check counts."""

from __future__ import annotations

import re
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from reach import one_of_each, row_id

from autograder import Course, Task
from autograder.core.course.plan import load_check
from autograder.core.grading import growth
from autograder.core.grading.check import Check
from autograder.core.grading.mistakes import reference_costs

NUMBER = r"at most ([\d,]+(?:\.\d+)?)(?: (million|billion))?"
# A limit for each element or pair is not a total, and "at most 1.5 times" is a ratio.
STATED = re.compile(NUMBER + r"(?! (?:times|operations for each))(?!,?\d|\.\d)")
FORMULA = re.compile(r"at most `([^`]+)` operations|more than (?:`([^`]+)`|([\d,]+)) elements")
SIZES = re.compile(r"(\w+(?: = \w+)*) = (\d+)")
FACTORS = {"": 1.0, "million": 1e6, "billion": 1e9}
FLOAT32 = 4  # bytes of an element
# Limits of these measures are stated as numbers. The others are stated in elements or in words.
NUMBERS = ("work", "span", "bytes", "peak", "sent", "messages")


def prose(task: Task) -> str:
    """Return the statement of a task in one line."""
    return " ".join(task.prose.split())


def stated(task: Task) -> list[float]:
    """Return the numbers in the statement that limit a cost."""
    rows = [match.groups("") for match in STATED.finditer(prose(task))]
    return [float(number.replace(",", "")) * FACTORS[unit] for number, unit in rows]


def formulas(task: Task, check: Check) -> list[float]:
    """Return the values of the formulas that limit a cost, at the sizes of the check."""
    sizes: dict[str, Any] = dict(check.full_size.env)
    for names, value in SIZES.findall(prose(task)):
        sizes |= dict.fromkeys(names.split(" = "), int(value))
    values = []
    for operations, elements, number in FORMULA.findall(prose(task)):
        formula = operations or elements or number.replace(",", "")
        values.append(eval(formula, {}, sizes) * (1 if operations else FLOAT32))
    return values


def limits(check: Check, measure: str) -> list[float]:
    """Return the limits of a measure at every size at which the solution is counted."""
    assert check.budget is not None
    ratio = getattr(check.budget, measure)
    factor = growth.MAX_RATIO if isinstance(ratio, str) else ratio
    return [getattr(cost, measure) * factor for cost in reference_costs(check, check.cases())]


def agrees(value: float, allowed: list[float]) -> bool:
    """Return True if a value is a limit, rounded down to an integer or by at most 2 %."""
    return any(min(0.98 * limit, int(limit)) <= value <= limit for limit in allowed)


TASKS = [
    task
    for unit in Course.find(Path(__file__).parents[2]).units.values()
    for task in unit.judged
    if "Budget(" in task.check
]


@pytest.mark.parametrize("task", one_of_each(TASKS, attrgetter("unit")), ids=row_id)
def test_stated_limits_are_the_limits_of_the_check(task: Task) -> None:
    """Every stated number is a limit, and every limit is stated."""
    check = load_check(task)
    assert check.budget is not None
    allowed = {measure: limits(check, measure) for measure in check.budget.measures}
    values = [*stated(task), *formulas(task, check)]
    every = [limit for measure in allowed.values() for limit in measure]
    assert not [value for value in values if not agrees(value, every)], (values, allowed)
    if "operations for each" in prose(task):
        del allowed["work"]
    missing = [
        measure
        for measure in NUMBERS
        if measure in allowed and not any(agrees(value, allowed[measure]) for value in values)
    ]
    assert not missing, (missing, values, allowed)
