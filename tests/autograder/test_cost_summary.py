"""The cost summary shows correct counts and measured times."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from autograder import Course
from autograder.core.course.plan import load_check
from autograder.core.grading.check import Check
from autograder.notebook.learner.cost_summary import cost_summary

MakePlan = Callable[..., Check]


@pytest.fixture
def plan(make_plan: MakePlan) -> Check:
    return make_plan("def f(x):\n    return 2 * x", 'check(f, given="x: f32[n], n in 2..64")')


def columns(text: str, name: str) -> list[str]:
    """Return the cells of a table row. A number may contain thousands separators."""
    row = next(line for line in text.splitlines() if line.startswith(f"  {name}"))
    return [row[at : at + 14].strip() for at in range(15, len(row), 14)]


def test_summary_compares_answer_and_solution_at_full_size(plan: Check) -> None:
    text = cost_summary(plan, lambda x: x + x + x - x)
    assert text.startswith("Cost summary, not graded; arrays [64].")
    assert columns(text, "yours")[:3] == ["192", "3", "512"]
    assert columns(text, "model answer")[:3] == ["64", "1", "512"]
    for name in ("yours", "model answer"):
        value, unit = columns(text, name)[3].split()
        assert float(value) > 0
        assert unit in ("us", "ms")


def test_prints_of_the_answer_are_hidden(plan: Check, capsys: pytest.CaptureFixture[str]) -> None:
    def talks(x: Any) -> Any:
        print("tracing")
        return 2 * x

    assert "yours" in cost_summary(plan, talks)
    assert capsys.readouterr().out == ""


def test_only_programs_of_one_device_have_a_summary(course: Course) -> None:
    for unit, task in (("01", "count_flops"), ("02", "ridge"), ("03", "03_shared_product")):
        plan = load_check(course.unit(unit).task(task))
        assert cost_summary(plan, plan.reference) == ""
