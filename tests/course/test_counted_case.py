"""If a callable `given` draws the cases, the cost is counted for the largest case."""

from __future__ import annotations

from math import prod
from pathlib import Path
from typing import Any

import pytest

from autograder import Course, Task
from autograder.core.course.plan import load_check
from autograder.core.inputs.generator import ArraySpec
from autograder.core.inputs.tree import leaves

TASKS = [
    task
    for unit in Course.find(Path(__file__).parents[2]).units.values()
    for task in unit.judged
    if (check := load_check(task)).cost_points and callable(check.given)
]


def elements_and_numbers(signature: Any) -> tuple[int, int]:
    """Return the number of array elements and the sum of the static integers."""
    parts = [leaf for _, leaf in leaves(signature)]
    arrays = [prod(leaf.shape) for leaf in parts if isinstance(leaf, ArraySpec)]
    return sum(arrays), sum(leaf for leaf in parts if isinstance(leaf, int))


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.path.parent.name[:3] + task.id)
def test_counted_case_is_the_only_largest(task: Task) -> None:
    """If two cases were equally large, it would not be clear for which one to count the cost."""
    check = load_check(task)
    drawn = {repr(case.signature): case.signature for case in check.cases()}
    counted = check.cost_points[-1][1]
    largest = elements_and_numbers(counted)
    assert all(
        elements_and_numbers(signature) < largest
        for text, signature in drawn.items()
        if text != repr(counted)
    )
