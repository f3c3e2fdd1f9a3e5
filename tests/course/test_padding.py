"""Wasted steps at small sizes cannot hide a cost that grows too fast."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograder import Course, Task
from autograder.core.course.plan import load_check
from autograder.core.grading import growth
from autograder.core.grading.mistakes import program_of, recognised_by_output, reference_costs

TASKS = [
    task
    for unit in Course.find(Path(__file__).parents[2]).units.values()
    for task in unit.judged
    if task.kind.compiled and 'span="log"' in task.path.read_text()
]


@pytest.mark.proof  # the largest sizes
@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.id)
def test_sequential_answer_exceeds_the_limit_at_the_largest_size(task: Task) -> None:
    """The excess is larger than any accepted constant factor."""
    check = load_check(task)
    own = [cost.span for cost in reference_costs(check, check.cases())]
    sizes = [size for size, _ in check.cost_points]
    right = [each for each in check.mistakes if not recognised_by_output(check, each)]
    chains = {}
    for mistake in right:
        programs = [program_of(check, mistake.answer, tree) for _, tree in check.cost_points]
        spans = [program.cost().span for program in programs]
        if not growth.satisfies("log", sizes, spans, own):
            chains[mistake.name] = spans[-1]
    assert chains
    assert min(chains.values()) > growth.MAX_RATIO * own[-1], (chains, own)
