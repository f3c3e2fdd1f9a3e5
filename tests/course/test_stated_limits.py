"""Limits that a statement gives as a number agree with what the check counts."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from autograder import Course, Task
from autograder.core.grading import growth

STATED = re.compile(
    r"at most ([\d,]+(?:\.\d+)?)(?: (million|billion))? (?:operations|bytes)(?! for each)"
    r"|at most ([\d,]+), (?:twice|three|four|six|eight) times"
)
FACTORS = {"": 1.0, "million": 1e6, "billion": 1e9}


def stated(task: Task) -> list[float]:
    """Return the limits in the statement of a task."""
    text = " ".join(task.prose.split())
    rows = [match.groups("") for match in STATED.finditer(text)]
    return [float((one or other).replace(",", "")) * FACTORS[unit] for one, unit, other in rows]


def limits(task: Task) -> list[float]:
    """Return every limit of a check at every size at which the solution is counted."""
    check = task.plan()
    assert check.budget is not None
    evidence = check.kind.gather(check, check.reference, check.cases())
    return [
        getattr(cost, name) * (growth.MAX_RATIO if isinstance(ratio, str) else ratio)
        for name in check.budget.measures
        for ratio in [getattr(check.budget, name)]
        for cost in evidence.costs
    ]


TASKS = [
    task
    for unit in Course.find(Path(__file__).parents[2]).units.values()
    for task in unit.judged
    if stated(task)
]


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.path.parent.name[:3] + task.id)
def test_stated_limit_is_the_limit_of_the_check(task: Task) -> None:
    """A limit may be rounded down by up to 2 %: an answer within it passes the check."""
    allowed = limits(task)
    wrong = [
        value
        for value in stated(task)
        if not any(0.98 * limit <= value <= limit for limit in allowed)
    ]
    assert not wrong, (wrong, allowed)
